/**
 * Kills the program at random moments and lets its requests fail at random, resumes it to the end, and counts what
 * was lost or doubled; with --sweep, strikes every write in turn; with --settings, tries random settings; with
 * --calibration, makes GitHub behave otherwise. Ends with 1 if anything was wrong, and with 2 if its command line is.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { isProved, worldLines, worldSection } from './calibration/report.ts';
import { tryWorlds } from './calibration/worlds.ts';
import { sectionOf, sectionText, withRun, withSection } from './document.ts';
import { runHarness } from './harness.ts';
import { type FaultOptions, readOptions } from './options.ts';
import { isClean, reportLines, totalsOf } from './report.ts';
import { settingsLines, trySettings } from './settings.ts';
import { isSweepClean, sweepLines, sweepSection, sweepTotals } from './sweep/report.ts';
import { runSweep } from './sweep/sweep.ts';

const document = new URL('../../docs/reliability.md', import.meta.url);
const given = readOptions(process.argv.slice(2));
if (given.kind === 'help') process.stdout.write(given.text);
else if (given.kind === 'wrong') process.stderr.write(`${given.message}\n`);
process.exitCode = given.kind === 'run' ? await run(given.options) : given.kind === 'help' ? 0 : 2;

async function run(options: FaultOptions): Promise<number> {
  if (options.settings > 0) return settings(options);
  if (options.isCalibration) return calibration(options);
  return options.isSweep ? sweep(options) : strikeAtRandom(options);
}

function settings({ settings: cases, seed, json }: FaultOptions): number {
  const given = Number(seed ?? Number.NaN);
  const result = trySettings({
    cases,
    seed: Number.isInteger(given) ? given : Math.floor(Math.random() * 1_000_000),
  });
  print(json ? JSON.stringify(result) : settingsLines(result).join('\n'));
  return result.wrong === null ? 0 : 1;
}

async function calibration({ pairs, seed, write, json }: FaultOptions): Promise<number> {
  const chosen = seed ?? String(Math.floor(Math.random() * 1_000_000));
  const cases = await tryWorlds({ pairs, seed: chosen, say });
  print(json ? JSON.stringify(cases) : worldLines(cases).join('\n'));
  if (write) {
    const text = worldSection(cases, { pairs, seed: chosen, date: new Date() });
    await writeSection('calibration', text);
  }
  return cases.every(isProved) ? 0 : 1;
}

async function sweep({ atOnce, every, onlySettings, write, json }: FaultOptions): Promise<number> {
  const result = await runSweep({ atOnce, every, onlySettings, say });
  const totals = sweepTotals(result);
  print(json ? JSON.stringify(totals) : sweepLines(result).join('\n'));
  if (write) {
    const text = sweepSection(result, { every, onlySettings, date: new Date() });
    await writeSection(onlySettings ? 'settings' : 'sweep', text);
  }
  return isSweepClean(totals) ? 0 : 1;
}

async function strikeAtRandom({ write, json, seed, ...options }: FaultOptions): Promise<number> {
  const harness = await runHarness({
    ...options,
    seed: seed ?? String(Math.floor(Math.random() * 1_000_000)),
    say,
  });
  const totals = totalsOf(harness);
  print(json ? JSON.stringify(totals) : reportLines(harness).join('\n'));
  if (write) await writeSection(sectionOf(harness), sectionText(harness, new Date()));
  return isClean(totals) ? 0 : 1;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(text: string): void {
  process.stdout.write(`${text.trimEnd()}\n`);
}

async function writeSection(name: Parameters<typeof withSection>[1], text: string): Promise<void> {
  // People at work are never the same twice: their page shows several seeds.
  const put = name === 'live' ? withRun : withSection;
  await writeFile(document, put(await readFile(document, 'utf8'), name, text));
}
