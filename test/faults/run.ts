/**
 * Kills the program at random moments and lets its requests fail at random, resumes it to the end, and counts what
 * was lost or doubled; with --sweep, strikes every write in turn; with --settings and --positions, tries random ones; with
 * --calibration, makes GitHub behave otherwise. Ends with 1 if anything was wrong, and with 2 if its command line is.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { isProved, worldLines, worldSection } from './calibration/report.ts';
import { tryWorlds } from './calibration/worlds.ts';
import type { Finding } from './census/finding.ts';
import { sectionOf, sectionText, withRun, withSection } from './document/document.ts';
import { runHarness } from './harness.ts';
import { type FaultOptions, readOptions, type Scenario } from './options.ts';
import { othersLines, runOthers } from './others/run-others.ts';
import { positionLines, tryPositions } from './positions.ts';
import { isClean, reportLines, totalsOf } from './report.ts';
import { settingsLines, trySettings } from './settings.ts';
import { isSweepClean, sweepLines, sweepSection, sweepTotals } from './sweep/report.ts';
import { runSweep } from './sweep/sweep.ts';
import { runDatabaseAway } from './workers/database-away.ts';
import { runLongQueue } from './workers/long-queue.ts';
import {
  databaseAwayLines,
  longQueueLines,
  scenarioText,
  sharedLimitLines,
} from './workers/report.ts';
import { runSharedLimit } from './workers/shared-limit.ts';

const document = new URL('../../docs/reliability.md', import.meta.url);
const given = readOptions(process.argv.slice(2));
if (given.kind === 'help') process.stdout.write(given.text);
else if (given.kind === 'wrong') process.stderr.write(`${given.message}\n`);
process.exitCode = given.kind === 'run' ? await run(given.options) : given.kind === 'help' ? 0 : 2;

async function run(options: FaultOptions): Promise<number> {
  if (options.settings > 0) return settings(options);
  if (options.positions > 0) return positions(options);
  if (options.isOthers) return others(options);
  if (options.isCalibration) return calibration(options);
  if (options.scenario !== null) return scenario(options.scenario, options);
  return options.isSweep ? sweep(options) : strikeAtRandom(options);
}

/** Runs what befalls several processes. */
async function scenario(
  name: Scenario,
  { workers, queued, keep, write, json }: FaultOptions,
): Promise<number> {
  const run = { workers, keep, say };
  const command = `npm run faults -- --workers ${workers} --${name}`;
  const tell = async (
    section: Parameters<typeof writeSection>[0],
    result: { readonly findings: readonly Finding[] },
    lines: readonly string[],
    repeat = command,
  ) => {
    print(json ? JSON.stringify(result) : lines.join('\n'));
    for (const { kind, what } of result.findings) say(`${kind}: ${what}`);
    if (write) await writeSection(section, scenarioText(repeat, lines, new Date()));
    return result.findings.length === 0 ? 0 : 1;
  };
  if (name === 'database-away') {
    const away = await runDatabaseAway({ ...run, milliseconds: 120_000 });
    return tell('database-away', away, databaseAwayLines(away));
  }
  if (name === 'shared-limit') {
    const limit = await runSharedLimit({ ...run, minutes: 4 });
    return tell('shared-limit', limit, sharedLimitLines(limit));
  }
  const queue = await runLongQueue({ ...run, repositories: queued });
  return tell('long-queue', queue, longQueueLines(queue), `${command} ${queued}`);
}

async function others({ kills, seed, atOnce, write, json }: FaultOptions): Promise<number> {
  const chosen = seed ?? String(Math.floor(Math.random() * 1_000_000));
  const result = await runOthers({ kills: Math.max(1, kills), seed: chosen, atOnce, say });
  if (write) {
    const command = `npm run faults -- --others --kills ${kills} --seed ${chosen}`;
    await writeSection('others', scenarioText(command, othersLines(result), new Date()));
  }
  print(
    json ? JSON.stringify({ ...result, deeds: [...result.deeds] }) : othersLines(result).join('\n'),
  );
  return result.findings.length === 0 ? 0 : 1;
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

async function positions({ positions: cases, seed, write, json }: FaultOptions): Promise<number> {
  const given = Number(seed ?? Number.NaN);
  const chosen = Number.isInteger(given) ? given : Math.floor(Math.random() * 1_000_000);
  const result = await tryPositions({ cases, seed: chosen });
  print(json ? JSON.stringify(result) : positionLines(result).join('\n'));
  if (write) {
    const command = `npm run faults -- --positions ${cases} --seed ${chosen}`;
    const text = scenarioText(command, positionLines(result), new Date());
    await writeSection('positions', text);
  }
  return result.wrong.length === 0 ? 0 : 1;
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

async function sweep(options: FaultOptions): Promise<number> {
  const { every, onlySettings, onlyImports, write, json } = options;
  const result = await runSweep({ ...options, say });
  const totals = sweepTotals(result);
  print(json ? JSON.stringify(totals) : sweepLines(result).join('\n'));
  if (write) {
    const text = sweepSection(result, { every, onlySettings, onlyImports, date: new Date() });
    await writeSection(onlySettings ? 'settings' : onlyImports ? 'imports' : 'sweep', text);
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
