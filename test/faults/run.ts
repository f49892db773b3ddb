/**
 * Kills the program at random moments and lets its requests fail at random, resumes it to the end, and counts what
 * was lost or doubled. Ends with 1 if anything was, and with 2 if its command line is wrong.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { sectionOf, sectionText, withSection } from './document.ts';
import { runHarness } from './harness.ts';
import { type FaultOptions, readOptions } from './options.ts';
import { isClean, reportLines, totalsOf } from './report.ts';

const document = new URL('../../docs/reliability.md', import.meta.url);
const given = readOptions(process.argv.slice(2));
if (given.kind === 'help') process.stdout.write(given.text);
else if (given.kind === 'wrong') process.stderr.write(`${given.message}\n`);
process.exitCode = given.kind === 'run' ? await run(given.options) : given.kind === 'help' ? 0 : 2;

async function run({ write, json, seed, ...options }: FaultOptions): Promise<number> {
  const harness = await runHarness({
    ...options,
    seed: seed ?? String(Math.floor(Math.random() * 1_000_000)),
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const totals = totalsOf(harness);
  const text = json ? JSON.stringify(totals) : reportLines(harness).join('\n');
  process.stdout.write(`${text.trimEnd()}\n`);
  if (write) {
    const page = await readFile(document, 'utf8');
    const section = sectionText(harness, new Date());
    await writeFile(document, withSection(page, sectionOf(harness), section));
  }
  return isClean(totals) ? 0 : 1;
}
