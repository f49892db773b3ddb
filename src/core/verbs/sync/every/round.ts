import type { BudgetView } from '../../../network/budgets.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { ResolveTargetNames } from '../../../ports/target-naming.ts';
import { storedPlan } from '../../../replica/context/stored-plan.ts';
import type { SyncRun } from '../repository/sync-request.ts';

/** Describes what a repeated sync does each time, whichever process leads it. No credential is part of it. */
export interface Round
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

interface Place extends Pick<SyncRun, 'services' | 'events' | 'signal' | 'drain'> {
  readonly migration: Migration;
  readonly resolveNames: ResolveTargetNames;
  readonly budgets: () => Promise<readonly BudgetView[]>;
}

/** One of its syncs in this process. */
export function syncOfRound(round: Round, { resolveNames, budgets, ...place }: Place): SyncRun {
  const { options, reread, includeSecrets, includeSettings, repositories } = round;
  return {
    ...{ ...place, plan: storedPlan(place.migration) },
    ...{ options, reread, includeSecrets, includeSettings },
    repositories: repositories === null ? null : new Set(repositories),
    ...(round.includeNew && { includeNew: resolveNames }),
    ...(round.readsClosed && { closed: { kind: 'spare', budgets } as const }),
    askedWorkers: round.askedWorkers ?? undefined,
  };
}

export function writeRound(round: Round): string {
  return JSON.stringify(round);
}

/** `null`: nothing that this version has written. */
export function readRound(text: string): Round | null {
  try {
    const round = JSON.parse(text) as Partial<Round>;
    const isWhole = typeof round.every === 'number' && round.options !== undefined;
    return isWhole ? (round as Round) : null;
  } catch {
    return null;
  }
}
