import { type Migration, runMigration } from './migration.ts';
import { type Setting, settingOf } from './place.ts';
import type { Harness } from './report.ts';

export interface HarnessOptions {
  readonly seed: string;
  /** Of the program, in all migrations together. */
  readonly kills: number;
  /** Of the requests that fail: 0.1 is one in ten. */
  readonly rate: number;
  /** At least so many. */
  readonly migrations: number;
  readonly workspace: Setting['workspace'];
  /** Where to keep what each run of the program has written; `null`: nowhere. */
  readonly keep: string | null;
  readonly say: (line: string) => void;
}

/** Runs migrations one after another until the program was killed often enough. */
export async function runHarness(options: HarnessOptions): Promise<Harness> {
  const { kills, keep, rate, workspace, say } = options;
  const startedAt = performance.now();
  const migrations: Migration[] = [];
  let left = kills;
  while (left > 0 || migrations.length < options.migrations) {
    const seed = `${options.seed}/${migrations.length + 1}`;
    const setting = settingOf({ seed, workspace, rate });
    say(
      `Migration ${migrations.length + 1}: ${setting.edition}, ${setting.comments}, merges by push on ${setting.mergesByPush} ...`,
    );
    const done = await runMigration({ seed, setting, rate, kills: left, keep, say });
    migrations.push(done);
    const killed = [...done.kills.values()].reduce((sum, one) => sum + one, 0);
    left -= killed;
    say(
      `  ${killed} kills, ${done.resumes} resumes, verify ${done.verified}, ${Math.round(done.milliseconds / 1000)} s`,
    );
    for (const { kind, what } of done.findings) say(`  ${kind}: ${what}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    seed: options.seed,
    wantedKills: kills,
    wantedMigrations: options.migrations,
    rate,
    migrations,
    seconds,
  };
}
