/**
 * Kills the program at random moments and lets its requests fail at random, resumes it to the end, and counts what
 * was lost or doubled. Ends with 1 if anything was.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sectionOf, sectionText, withSection } from './document.ts';
import { runHarness } from './harness.ts';
import { isClean, reportLines, totalsOf } from './report.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '0' },
    rate: { type: 'string', default: '0' },
    seed: { type: 'string' },
    migrations: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '1' },
    workspace: { type: 'string', default: 'sample' },
    keep: { type: 'string' },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const document = new URL('../../docs/reliability.md', import.meta.url);
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
const harness = await runHarness({
  seed,
  kills: toNumber('kills', 1_000_000),
  rate: toNumber('rate', 0.5),
  migrations: toNumber('migrations', 1000),
  atOnce: Math.max(1, toNumber('at-once', 16)),
  workspace: values.workspace === 'small' ? 'small' : 'sample',
  keep: values.keep ?? null,
  say: (line) => process.stderr.write(`${line}\n`),
});
const totals = totalsOf(harness);
const text = values.json ? JSON.stringify(totals) : reportLines(harness).join('\n');
process.stdout.write(`${text.trimEnd()}\n`);
if (values.write) {
  const page = await readFile(document, 'utf8');
  const section = sectionText(harness, new Date());
  await writeFile(document, withSection(page, sectionOf(harness), section));
}
process.exitCode = isClean(totals) ? 0 : 1;

/** @throws Error if it is none, or too large */
function toNumber(name: 'kills' | 'rate' | 'migrations' | 'at-once', most: number): number {
  const value = Number(values[name]);
  if (value >= 0 && value <= most) return value;
  throw new Error(`--${name} takes a number from 0 to ${most}`);
}
