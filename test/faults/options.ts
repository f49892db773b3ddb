import { parseArgs } from 'node:util';
import { checkAlone, checkOthers, checkTogether } from './check-options.ts';

export interface FaultOptions {
  /** Strikes every write in turn, in place of chance. */
  readonly isSweep: boolean;
  /** People change targets between a kill and the resume. */
  readonly isOthers: boolean;
  /** Each way in which GitHub may behave otherwise, in place of chance. */
  readonly isCalibration: boolean;
  /** Of --calibration: random pairs of ways. */
  readonly pairs: number;
  /** Of a sweep: only the writes of settings. */
  readonly onlySettings: boolean;
  /** Only migrations by the target's importer. */
  readonly onlyImports: boolean;
  /** Of a sweep: one case of so many. */
  readonly every: number;
  /** Syncs after each migration while people work; 0: none. */
  readonly rounds: number;
  /** Each migration is cut over and repaired. */
  readonly repairs: boolean;
  readonly seed: string | null;
  /** Number of random settings to try in place of migrations; 0 for none. */
  readonly settings: number;
  /** Comments whose place in an archive is compared with git. */
  readonly positions: number;
  /** Processes beside the coordinator, all of which are killed; 0: one process migrates, with its state in a folder. */
  readonly workers: number;
  /** With workers, in place of chance. */
  readonly scenario: Scenario | null;
  /** Of `--queued`. */
  readonly queued: number;
  readonly kills: number;
  readonly rate: number;
  readonly migrations: number;
  readonly atOnce: number;
  readonly workspace: 'small' | 'sample';
  readonly keep: string | null;
  readonly write: boolean;
  readonly json: boolean;
}

/** Something that befalls several processes. */
export type Scenario = 'database-away' | 'shared-limit' | 'queued';

type Given =
  | { readonly kind: 'run'; readonly options: FaultOptions }
  | { readonly kind: 'help'; readonly text: string }
  /** One sentence. */
  | { readonly kind: 'wrong'; readonly message: string };

const help = `npm run faults -- [options]

  --sweep                Strikes every write of a small migration in turn, each in a migration of
                         its own: killed right after it, its answer lost, lost four times; for both
                         sources, three ways to write comments and imports. Chance has no part in it
  --only-settings        Of a sweep: only the writes of planned settings and those after them
  --only-imports         Migrates by GitHub's importer alone: of a sweep, or with --kills and --rate
  --every <number>       Of a sweep: only one case of so many (1)
  --settings <number>    Tries so many random settings and people on models of both hosts, without
                         any migration: GitHub must never allow more than Bitbucket did (0)
  --positions <number>   Puts so many random comments on random diffs: an archive has to give each the
                         hunk, position and lines that git shows (0)
  --calibration          Makes GitHub behave otherwise, in each known way and in random pairs: what a
                         calibration names, and what a migration comes to with and without it
  --pairs <number>       Of --calibration: how many pairs (10)
  --others               People push to targets, or rename and replace them, between each of the kills and its
                         resume: nothing of theirs may be touched. With --kills
  --live                 People work on the source while it is migrated and then synced; both
                         sources in turn. At the end both sides have to be equal
  --rounds <number>      Of --live: syncs while people work (5)
  --cut-over-repair      Cuts a migration over, takes away what a repair brings back, and kills the repair:
                         targets have to stay as open as the cut-over has left them
  --workers <number>     Shares each migration over so many workers and a coordinator, with the state in
                         PostgreSQL; any of them is killed (0)
  --database-away        Of --workers: the database is restarted, out of reach for two minutes, and then
                         out of one worker's reach, while all of them work
  --shared-limit         Of --workers: all of them write with one credential for four minutes
  --queued <number>      Of --workers: so many repositories, most of which are gone when their turn comes;
                         the memory of each process is watched
  --kills <number>       How often the program is killed (0)
  --rate <number>        Share of requests that fail, up to 0.5 (0)
  --seed <text>          The same seed strikes at the same places
  --migrations <number>  How many migrations, one after the other (1)
  --at-once <number>     How many of them, or cases of a sweep, at a time, up to 16 (1)
  --workspace <name>     sample or small (sample)
  --keep <folder>        Where what went wrong is kept
  --write                Writes the result into docs/reliability.md
  --json                 Prints it as JSON
`;

/** Reads what the harness is to do, by its command line. Pure. */
export function readOptions(args: readonly string[]): Given {
  try {
    return parseResponse(args);
  } catch (thrown) {
    const [sentence = ''] = (thrown instanceof Error ? thrown.message : String(thrown)).split('. ');
    return { kind: 'wrong', message: `${sentence} (--help names the options)` };
  }
}

function parseResponse(args: readonly string[]): Given {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      sweep: { type: 'boolean', default: false },
      every: { type: 'string', default: '1' },
      calibration: { type: 'boolean', default: false },
      pairs: { type: 'string' },
      others: { type: 'boolean', default: false },
      live: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      'cut-over-repair': { type: 'boolean', default: false },
      'only-settings': { type: 'boolean', default: false },
      'only-imports': { type: 'boolean', default: false },
      settings: { type: 'string', default: '0' },
      positions: { type: 'string', default: '0' },
      workers: { type: 'string', default: '0' },
      'database-away': { type: 'boolean', default: false },
      'shared-limit': { type: 'boolean', default: false },
      queued: { type: 'string' },
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
  if (values.help) return { kind: 'help', text: help };
  const { workspace, write, json } = values;
  checkTogether(values);
  if (values['cut-over-repair']) checkAlone(values);
  checkOthers(values);
  if (workspace !== 'small' && workspace !== 'sample') {
    throw new Error('--workspace takes sample or small');
  }
  return {
    kind: 'run',
    options: {
      isSweep: values.sweep,
      isOthers: values.others,
      isCalibration: values.calibration,
      pairs: toNumber('--pairs', values.pairs ?? '10', 1000),
      onlySettings: values['only-settings'],
      onlyImports: values['only-imports'],
      rounds: values.live ? Math.max(1, toNumber('--rounds', values.rounds ?? '5', 100)) : 0,
      every: Math.max(1, toNumber('--every', values.every, 1000)),
      repairs: values['cut-over-repair'],
      seed: values.seed ?? null,
      settings: toNumber('--settings', values.settings, 10_000_000),
      positions: toNumber('--positions', values.positions, 1_000_000),
      workers: toNumber('--workers', values.workers, 8),
      scenario: scenarioOf(values),
      queued: toNumber('--queued', values.queued ?? '0', 100_000),
      kills: toNumber('--kills', values.kills, 1_000_000),
      rate: toNumber('--rate', values.rate, 0.5),
      migrations: toNumber('--migrations', values.migrations, 1000),
      atOnce: Math.max(1, toNumber('--at-once', values['at-once'], 16)),
      workspace,
      keep: values.keep ?? null,
      write,
      json,
    },
  };
}

/** @throws Error where there are several, or no workers */
function scenarioOf(values: {
  readonly 'database-away': boolean;
  readonly 'shared-limit': boolean;
  readonly queued?: string | undefined;
  readonly workers: string;
  readonly kills: string;
  readonly rate: string;
}): Scenario | null {
  const asked: Scenario[] = [];
  if (values['database-away']) asked.push('database-away');
  if (values['shared-limit']) asked.push('shared-limit');
  if (values.queued !== undefined) asked.push('queued');
  const [scenario = null, more] = asked;
  if (scenario === null) return null;
  if (more !== undefined) throw new Error(`--${scenario} does not go with --${more}`);
  if (values.workers === '0') throw new Error(`--${scenario} needs --workers`);
  if (values.kills !== '0' || values.rate !== '0')
    throw new Error(`--${scenario} goes with none of --kills and --rate`);
  return scenario;
}

/** @throws Error if it is none, or too large */
function toNumber(name: string, given: string, most: number): number {
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (value >= 0 && value <= most) return value;
  throw new Error(`${name} takes a number from 0 to ${most}`);
}
