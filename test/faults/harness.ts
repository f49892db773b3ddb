import { runLive } from './live/run-live.ts';
import { type Migration, runMigration } from './migration.ts';
import { type Setting, settingOf } from './place.ts';
import { runRepair } from './repair/run-repair.ts';
import type { Harness } from './report.ts';
import { runShared } from './workers/run-shared.ts';

export interface HarnessOptions {
  readonly seed: string;
  /** Of the program, in all migrations together. */
  readonly kills: number;
  /** Of the requests that fail: 0.1 is one in ten. */
  readonly rate: number;
  /** At least so many. */
  readonly migrations: number;
  /** Migrations that run side by side, each with hosts and a state of its own. */
  readonly atOnce: number;
  readonly workspace: Setting['workspace'];
  /** Syncs after each migration while people work; 0: nobody works, and nothing is synced. */
  readonly rounds: number;
  /** Each migration is cut over, damaged and repaired, and the repair is killed. */
  readonly repairs: boolean;
  /** By the target's importer. */
  readonly onlyImports: boolean;
  /** Beside the coordinator; 0: the migration is not shared. */
  readonly workers: number;
  /** Where to keep what each run of the program has written; `null`: nowhere. */
  readonly keep: string | null;
  readonly say: (line: string) => void;
}

/** Runs migrations until the program was killed often enough. */
export async function runHarness(options: HarnessOptions): Promise<Harness> {
  const { rate, atOnce } = options;
  const startedAt = performance.now();
  const kills = { left: options.kills };
  const isLive = options.rounds > 0 || options.repairs;
  // Each live migration has a share of its own, so that every one is killed in every phase.
  const share = Math.ceil(options.kills / options.migrations);
  const migrations: Migration[] = [];
  let begun = 0;
  async function work(): Promise<void> {
    while ((!isLive && kills.left > 0) || begun < options.migrations) {
      begun += 1;
      const index = begun - 1;
      migrations[index] = await runOne(options, begun, isLive ? { left: share } : kills);
    }
  }
  // A kill that was meant for one that came to its end before is left for another.
  while ((!isLive && kills.left > 0) || begun < options.migrations) {
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return {
    seed: options.seed,
    wantedKills: options.kills,
    wantedMigrations: options.migrations,
    rate,
    rounds: options.rounds,
    repairs: options.repairs,
    workers: options.workers,
    migrations,
    seconds: (performance.now() - startedAt) / 1000,
  };
}

async function runOne(
  options: HarnessOptions,
  number: number,
  kills: { left: number },
): Promise<Migration> {
  const { keep, rate, rounds, repairs, workers, workspace, atOnce } = options;
  const seed = `${options.seed}/${number}`;
  const chosen = settingOf({ seed, workspace, rate, imports: options.onlyImports });
  const setting = rounds === 0 && !repairs ? chosen : liveSetting(chosen, number);
  const say = (line: string) => options.say(atOnce === 1 ? line : `${number}: ${line}`);
  const { edition, comments, mergesByPush, sizes } = setting;
  say(
    `Migration ${number}: ${setting.source ?? 'bitbucket-cloud'} to ${edition}, ${comments}, ${sizes}, merges by push on ${mergesByPush} ...`,
  );
  const run = { seed, setting, rate, kills, keep, say };
  const done = await (rounds > 0
    ? runLive({ ...run, rounds })
    : repairs
      ? runRepair(run)
      : workers > 0
        ? runShared({ ...run, workers })
        : runMigration(run));
  const killed = [...done.kills.values()].reduce((sum, one) => sum + one, 0);
  const seconds = Math.round(done.milliseconds / 1000);
  say(`  ${killed} kills, ${done.resumes} resumes, verify ${done.verified}, ${seconds} s`);
  for (const { kind, what } of done.findings) say(`  ${kind}: ${what}`);
  return done;
}

/** Both sources in turn. Without the limits of github.com, which would let people wait for hours. */
function liveSetting(setting: Setting, number: number): Setting {
  const source = number % 2 === 1 ? 'bitbucket-cloud' : 'bitbucket-data-center';
  return { ...setting, source, edition: 'Enterprise Server', mergesByPush: 'any-branch' };
}
