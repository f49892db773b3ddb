import type { Finding } from './census/finding.ts';
import { count, type Tally } from './chance/traffic.ts';
import type { Migration } from './migration.ts';
import type { TakeOver } from './workers/take-overs.ts';

export interface Harness {
  readonly seed: string;
  readonly wantedKills: number;
  readonly rate: number;
  readonly wantedMigrations: number;
  /** Syncs after each migration; 0: none. */
  readonly rounds: number;
  readonly repairs: boolean;
  /** Beside the coordinator; 0: no migration was shared. */
  readonly workers: number;
  readonly migrations: readonly Migration[];
  readonly seconds: number;
}

/** Keys as they stand in the JSON output. */
export interface Totals {
  readonly migrations: number;
  readonly kills: number;
  readonly requests: number;
  readonly faults: number;
  readonly resumes: number;
  readonly pull_requests: number;
  readonly comments: number;
  readonly lost: number;
  readonly doubled: number;
  readonly other_findings: number;
  readonly verified_clean: number;
  /** Of people at work, and how many of them the source refused. */
  readonly actions: number;
  readonly refused_actions: number;
  /** Of processes that shared a migration. */
  readonly coordinator_kills: number;
  readonly take_overs: number;
  readonly longest_take_over_seconds: number;
  readonly seed: string;
  readonly seconds: number;
}

export function totalsOf({ migrations, seed, seconds }: Harness): Totals {
  const findings = migrations.flatMap((one) => one.findings);
  const ofKind = (...kinds: readonly Finding['kind'][]) =>
    findings.filter(({ kind }) => kinds.includes(kind)).length;
  const takeOvers = takeOversOf(migrations);
  const lost = ofKind('lost');
  const doubled = ofKind('doubled');
  return {
    migrations: migrations.length,
    kills: sum(migrations, ({ kills }) => sumOf(kills)),
    requests: sum(migrations, ({ requests }) => sumOf(requests)),
    faults: sum(migrations, ({ faults }) => sumOf(faults)),
    resumes: sum(migrations, ({ resumes }) => resumes),
    pull_requests: sum(migrations, ({ pullRequests }) => pullRequests),
    comments: sum(migrations, ({ comments }) => comments),
    lost,
    doubled,
    other_findings: findings.length - lost - doubled,
    verified_clean: migrations.filter(({ verified }) => verified === 'clean').length,
    actions: sum(migrations, ({ people }) => people?.actions ?? 0),
    refused_actions: sum(migrations, ({ people }) => people?.refused ?? 0),
    coordinator_kills: sum(migrations, ({ shared }) => shared?.coordinatorKills ?? 0),
    take_overs: takeOvers.length,
    longest_take_over_seconds: longestOf(takeOvers),
    seed,
    seconds,
  };
}

function takeOversOf(migrations: readonly Migration[]): readonly TakeOver[] {
  return migrations.flatMap(({ shared }) => shared?.takeOvers ?? []);
}

/** In seconds, with one decimal. */
function longestOf(takeOvers: readonly TakeOver[]): number {
  return Math.round(Math.max(0, ...takeOvers.map((one) => one.milliseconds)) / 100) / 10;
}

/** Tells whether everything is as it should be. */
export function isClean(totals: Totals): boolean {
  const { lost, doubled, other_findings, verified_clean, migrations } = totals;
  return lost + doubled + other_findings === 0 && verified_clean === migrations;
}

/** Describes what came out, for people. Pure. */
export function reportLines(harness: Harness): readonly string[] {
  const totals = totalsOf(harness);
  const { migrations } = harness;
  const exits = merged(migrations.map((one) => one.exits));
  const ends = [...exits].sort().map(([code, times]) => `${code}: ${times}`);
  const share = totals.requests === 0 ? 0 : (100 * totals.faults) / totals.requests;
  return [
    `migrations          ${totals.migrations}, with ${totals.pull_requests} pull requests and ${totals.comments} comments`,
    ...(totals.actions === 0 ? [] : [peopleLine(totals)]),
    `kills               ${totals.kills}`,
    ...(harness.workers === 0 ? [] : sharedLines(harness, totals)),
    `faults              ${totals.faults} of ${totals.requests} requests (${share.toFixed(1)} %)`,
    `resumes             ${totals.resumes}`,
    `ended by itself     ${ends.join(', ')} (exit code: times)`,
    `lost                ${totals.lost}`,
    `doubled             ${totals.doubled}`,
    `otherwise wrong     ${totals.other_findings}`,
    `verify              ${totals.verified_clean} of ${totals.migrations} clean`,
    `seed                ${totals.seed}`,
    `time                ${Math.round(totals.seconds)} s`,
    '',
    ...momentLines(migrations),
    ...wayLines(migrations),
    ...migrations.flatMap(({ findings }, index) =>
      findings.map(({ kind, what }) => `${kind}, migration ${index + 1}: ${what}`),
    ),
  ];
}

function sharedLines({ workers, migrations }: Harness, totals: Totals): string[] {
  const { coordinator_kills, longest_take_over_seconds } = totals;
  const all = takeOversOf(migrations);
  const undisturbed = all.filter((one) => one.isUndisturbed);
  return [
    `processes           a coordinator, killed ${coordinator_kills} times, and ${workers} workers`,
    `taken over          ${all.length} repositories, after ${longest_take_over_seconds} s at most`,
    `  left alone        ${undisturbed.length} of them, after ${longestOf(undisturbed)} s at most`,
  ];
}

function peopleLine({ actions, refused_actions }: Totals): string {
  return `people              ${actions} actions, ${refused_actions} of them refused by the source`;
}

function momentLines(migrations: readonly Migration[]): string[] {
  const requests = merged(migrations.map((one) => one.requests));
  const faults = merged(migrations.map((one) => one.faults));
  const kills = merged(migrations.map((one) => one.kills));
  const names = [...new Set([...kills.keys(), ...requests.keys()])].sort();
  const rows = names.map((name) => [
    name,
    String(requests.get(name) ?? 0),
    String(faults.get(name) ?? 0),
    String(kills.get(name) ?? 0),
  ]);
  return [...table(['the newest request', 'requests', 'faults', 'kills'], rows), ''];
}

function wayLines(migrations: readonly Migration[]): string[] {
  const ways = [...merged(migrations.map((one) => one.ways))].sort((a, b) => b[1] - a[1]);
  if (ways.length === 0) return [];
  return [
    ...table(
      ['fault', 'times'],
      ways.map(([name, times]) => [name, String(times)]),
    ),
    '',
  ];
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

function merged(tallies: readonly ReadonlyMap<string, number>[]): Tally {
  const all: Tally = new Map();
  for (const tally of tallies) for (const [name, times] of tally) count(all, name, times);
  return all;
}

function sumOf(tally: ReadonlyMap<string, number>): number {
  return [...tally.values()].reduce((total, one) => total + one, 0);
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}
