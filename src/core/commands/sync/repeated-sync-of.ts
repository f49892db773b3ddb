import { migrationOptions } from '../../choices/options.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { Reread } from '../../replica/diff/pull-requests/changed-rows.ts';
import type { RepeatedSync } from '../../verbs/sync/every/repeated-sync.ts';
import type { App, AppFlags } from '../app.ts';
import { chosenOf } from './chosen-of.ts';

export type SyncFlags = AppFlags & {
  readonly migration: string;
  readonly every: string | undefined;
  readonly includeNew: boolean;
  readonly includeSecrets: boolean;
  readonly includeSettings: boolean;
  readonly reread: Reread | undefined;
  readonly publishPrivate: readonly string[];
  readonly rewriteHistory: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** A file of slugs or names. */
  readonly repositories: string | undefined;
  readonly wave: number | undefined;
  readonly workers: number | undefined;
  readonly notify: boolean;
};

/** Returns what the command line asks of each sync. @param given.every milliseconds; 0: there is only one */
export function repeatedSyncOf(
  app: Pick<App, 'config'>,
  given: { flags: SyncFlags; slugs: ReadonlySet<string> | undefined; plan: Plan; every: number },
): RepeatedSync {
  const { flags, slugs, plan, every } = given;
  const chosen = chosenOf(plan, { ...flags, slugs });
  return {
    every,
    options: migrationOptions({ flags, plan: plan.options, config: app.config }),
    repositories: chosen === null ? null : [...chosen],
    includeNew: flags.includeNew,
    ...{ includeSecrets: flags.includeSecrets, includeSettings: flags.includeSettings },
    reread: flags.reread ?? 'changed',
    // A target that people use already is synced now and then, and keeps no local copy to compare with.
    readsClosed: flags.reread === undefined && plan.follow === true,
    askedWorkers: flags.workers ?? plan.options.workers ?? null,
  };
}
