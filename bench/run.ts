/**
 * Measures the program against plain baselines, prints the tables and writes docs/benchmarks.md. Ends with 1 if a figure
 * misses its bound. Names of sections as arguments run these alone, and the others stay as they are on that page.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchmarkDocument, sectionText } from './document/document.ts';
import { missed, tablesOf } from './document/section.ts';
import { describeMachine } from './machine.ts';
import { sections } from './sections.ts';
import { plainEnvironment, say } from './surroundings.ts';

const document = new URL('../docs/benchmarks.md', import.meta.url);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !sections.some((section) => section.name === name));

if (unknown.length > 0) {
  say(`No such section: ${unknown.join(', ')}. There are: ${sections.map(nameOf).join(', ')}`);
  process.exitCode = 2;
} else await run();

async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrator-bench-'));
  try {
    const processEnvironment = { folder, environment: plainEnvironment(folder) };
    const machine = await describeMachine(processEnvironment.environment);
    for (const section of sections) {
      if (asked.length > 0 && !asked.includes(section.name)) continue;
      const parts = await section.measure(processEnvironment);
      for (const part of parts) console.log(`\n${section.title}\n\n${tablesOf(part).join('\n\n')}`);
      const misses = parts.flatMap(missed);
      if (misses.length > 0) {
        say(`Missed: ${misses.join(', ')}`);
        process.exitCode = 1;
      }
      // After each: what is measured is kept, however the rest ends.
      const text = sectionText(section, { parts, machine, date: new Date() });
      const before = await readFile(document, 'utf8').catch(() => '');
      const texts = new Map([[section.title, text]]);
      await writeFile(document, benchmarkDocument({ before, sections, texts }));
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function nameOf({ name }: { name: string }): string {
  return name;
}
