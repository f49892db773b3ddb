import type { TargetOwner } from '../../../ports/records/account.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import type { UnlockOutcome } from '../lock/unlock-repository.ts';
import type { CutoverRepository, CutoverRun } from '../run/cutover-request.ts';
import type { ExpectedRollback } from './expect-rollback.ts';

/** Steps of a rollback for each target, in this order; each is journaled before and after it. */
export const rollbackSteps = ['aside', 'archive', 'delete', 'unlock'] as const;

export type RollbackStep = (typeof rollbackSteps)[number];

/** The way back: targets are taken away, and their sources unlocked. */
export interface RollbackRun
  extends Pick<
    CutoverRun,
    | ('services' | 'migration' | 'plan' | 'repositories')
    | ('signal' | 'drain' | 'onProgress' | 'requests' | 'budgets')
  > {
  /** The targets are deleted instead of kept. */
  readonly deletes: boolean;
  /** Shows what was found. @throws `usage` where a person does not want it */
  readonly confirm: (check: RollbackCheck) => Promise<void>;
  /** Gets each step of a repository when it is done. */
  readonly onStep: (done: {
    readonly step: RollbackStep | 'restore';
    readonly source: string;
    /** One line. Hostile. */
    readonly summary: string;
    /** It differs from what is usual, and a person should read it. */
    readonly isNotable?: boolean;
  }) => void;
}

/** A repository that the migration has created. */
export interface MigratedTarget extends CutoverRepository {
  /** The target's identity of it. */
  readonly targetId: string;
}

export interface CheckedTarget extends MigratedTarget {
  /** A cut-over has locked its source. */
  readonly isLocked: boolean;
  /** A cut-over has begun with it, or a rollback. */
  readonly wasCutOver: boolean;
  readonly state:
    | {
        readonly kind: 'ready';
        /** An earlier rollback has begun with it: it may be archived, with its source locked. */
        readonly isBegun: boolean;
      }
    /** An earlier rollback has ended. */
    | { readonly kind: 'done' }
    /** Why it is left as it is. Sentences without a full stop. Hostile. */
    | { readonly kind: 'left'; readonly reasons: readonly string[] };
}

/** Describes what is written with. */
export interface RollbackPlace {
  readonly lock: SourceLock;
  readonly owner: TargetOwner;
  readonly markerKey: Uint8Array;
}

export interface RollbackCheck extends RollbackPlace {
  /** In the order of the plan. */
  readonly repositories: readonly CheckedTarget[];
  /** All repositories of the owner before anything is written. */
  readonly before: readonly TargetRepository[];
  readonly expected: ExpectedRollback;
}

export type RolledBack =
  | {
      readonly kind: 'rolled-back';
      readonly source: string;
      /** The name that the target is kept under; `null`: it was deleted. */
      readonly keptAs: string | null;
      readonly unlocked: UnlockOutcome;
      /** Comments of the cut-over on the source's pull requests, which stay. */
      readonly notes: number;
    }
  | { readonly kind: 'done'; readonly source: string }
  | { readonly kind: 'left'; readonly source: string; readonly reasons: readonly string[] };
