import type { SettingsComparison } from '../../../replica/apply/synced-settings/compare-settings.ts';
import type { Step } from '../../../replica/context/step.ts';
import type { SyncContext } from '../../../replica/context/sync-context.ts';
import type { Reread } from '../../../replica/diff/pull-requests/changed-rows.ts';
import { enterStep } from '../../../run/repositories/enter-step.ts';
import type { RepositoryRun } from '../../../run/repositories/repository-context.ts';
import type { ActiveTime } from '../../../work/pausing/active-time.ts';

export interface SyncRepository extends RepositoryRun {
  /** Which pull requests are read whole. */
  readonly reread: Reread;
  /** Numbers on the source of closed ones that are read all the same. */
  readonly also: ReadonlySet<number>;
  /** Names of pipeline variables are compared, too. */
  readonly includeSecrets: boolean;
  /** Changes of the source's settings; `null` where they are no part of the sync. */
  readonly settings: SettingsComparison | null;
}

/** One repository that is synced now. */
export type Syncing = SyncRepository & {
  readonly repository: SyncContext;
  readonly activeTime: ActiveTime;
};

/** Runs a step that shows as the step of a migration does. None is kept: what is left open is found by comparing again. */
export function enter(run: Syncing, step: Step<SyncContext>): Promise<void> {
  return enterStep({ ...run, run, step, stepsDone: 0, save: async () => {} });
}
