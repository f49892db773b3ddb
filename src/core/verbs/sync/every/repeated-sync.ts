import type { BudgetView } from '../../../network/budgets.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { ResolveTargetNames } from '../../../ports/target-naming.ts';
import { storedPlan } from '../../../replica/context/stored-plan.ts';
import type { SyncRun } from '../repository/sync-request.ts';

/** Describes what a repeated sync does each time, whichever process leads it. No credential is part of it. */
export interface RepeatedSync
  extends Required<Pick<SyncRun, 'options' | 'reread' | 'includeSecrets' | 'includeSettings'>> {
  /** Milliseconds from the begin of one to that of the next. */
  readonly every: number;
  /** Slugs; `null`: all that were migrated. */
  readonly repositories: readonly string[] | null;
  readonly includeNew: boolean;
  /** Closed pull requests are read as far as the source's limits leave room. */
  readonly readsClosed: boolean;
  readonly askedWorkers: number | null;
}

interface SyncMeans extends Pick<SyncRun, 'services' | 'events' | 'signal' | 'drain'> {
  readonly migration: Migration;
  readonly resolveNames: ResolveTargetNames;
  readonly budgets: () => Promise<readonly BudgetView[]>;
}

/** One of its syncs in this process. */
export function repeatedSyncRun(
  repeated: RepeatedSync,
  { resolveNames, budgets, ...means }: SyncMeans,
): SyncRun {
  const { options, reread, includeSecrets, includeSettings, repositories } = repeated;
  return {
    ...{ ...means, plan: storedPlan(means.migration) },
    ...{ options, reread, includeSecrets, includeSettings },
    repositories: repositories === null ? null : new Set(repositories),
    ...(repeated.includeNew && { includeNew: resolveNames }),
    ...(repeated.readsClosed && { closed: { kind: 'spare', budgets } as const }),
    askedWorkers: repeated.askedWorkers ?? undefined,
  };
}

export function writeRepeatedSync(repeated: RepeatedSync): string {
  return JSON.stringify(repeated);
}

/** `null`: nothing that this version has written. */
export function readRepeatedSync(text: string): RepeatedSync | null {
  try {
    const repeated = JSON.parse(text) as Partial<RepeatedSync>;
    const isWhole = typeof repeated.every === 'number' && repeated.options !== undefined;
    return isWhole ? (repeated as RepeatedSync) : null;
  } catch {
    return null;
  }
}
