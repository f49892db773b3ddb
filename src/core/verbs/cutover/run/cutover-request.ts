import type { MigrationOptions } from '../../../choices/options.ts';
import type { MigratorError } from '../../../kernel/errors.ts';
import type { BudgetView } from '../../../network/budgets.ts';
import type { Plan, PlannedRepository } from '../../../plan/plan-schema.ts';
import type { Account, TargetOwner } from '../../../ports/records/account.ts';
import type { Migration } from '../../../ports/records/migration.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import type { MigrationServices } from '../../../replica/context/migration-context.ts';
import type { EventSink } from '../../../report/event-sink.ts';
import type { OnPhaseProgress } from '../../../report/phase-progress.ts';
import type { RereadPlan } from '../../sync/reread/plan-rereads.ts';
import type { CutoverStep } from './checklist.ts';
import type { Excepted } from './excepted-people.ts';
import type { Expected } from './expect-cutover.ts';
import type { RecordedState } from './recorded-state.ts';

/** Describes what one sync came to for a repository. */
export interface SyncedOnce {
  readonly source: string;
  /** Something was written to the target. */
  readonly hasChanged: boolean;
  /** The target was imported, and lacks something: it has to be imported again. */
  readonly isOutdated: boolean;
  /** Why it is not the same on both sides now; `null` where it is. Hostile. */
  readonly problem: string | null;
  /** Remedy, where it is known. Hostile. */
  readonly hint: string | null;
}

/** A cut-over, or its abort. */
export interface CutoverRun {
  readonly services: MigrationServices;
  readonly migration: Migration;
  /** As the state holds it. */
  readonly plan: Plan;
  readonly options: MigrationOptions;
  readonly events: EventSink;
  /** Slugs; `null`: all of the plan. */
  readonly repositories: ReadonlySet<string> | null;
  /** Syncs these repositories once, under a lease of its own. */
  readonly sync: (repositories: ReadonlySet<string>) => Promise<readonly SyncedOnce[]>;
  /** The same before the lock, with closed pull requests that the last sync has not read; `null`: they are not wanted. */
  readonly syncUnread: CutoverRun['sync'] | null;
  /** The end of a cut-over whose lock some people can push through; `ask`: `confirm` asks. */
  readonly excepted: 'refuse' | 'accept' | 'ask';
  /** Said on the command line or in the plan. */
  readonly askedWorkers: number | undefined;
  /** Which pull requests the last sync reads whole. */
  readonly reread: 'open' | 'all';
  /** Comments on open pull requests of the source say where they continue. */
  readonly announce: boolean;
  /** Shows what was found. @throws `usage` where a person does not want it */
  readonly confirm: (check: CutoverCheck) => Promise<void>;
  /** Gets each step of a repository when it is done. */
  readonly onStep: (done: StepDone) => void;
  /** Gets what begins and ends in between; left out: nobody looks. */
  readonly onProgress?: OnPhaseProgress;
  /** Hourly limits of hosts with requests lately. */
  readonly budgets: () => Promise<readonly BudgetView[]>;
  /** Of requests so far, by host. */
  readonly requests: () => ReadonlyMap<string, number>;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new. */
  readonly drain: AbortSignal;
}

interface StepDone {
  /** `reread`: pull requests that were read before the lock. */
  readonly step: CutoverStep | 'reread';
  readonly source: string;
  /** One line. Hostile. */
  readonly summary: string;
  /** It differs from what is usual, and a person should read it. */
  readonly isNotable?: boolean;
}

/** One repository of the cut-over. */
export interface CutoverRepository {
  readonly planned: PlannedRepository;
  /** The id on the source. */
  readonly sourceId: string;
  /** The id on the target. */
  readonly targetId: string;
  readonly done: ReadonlySet<CutoverStep>;
  /** As it was checked, or as this run has left it. */
  readonly recorded: RecordedState;
}

/** Describes what the checks have found out for the steps. */
export interface CutoverPlace {
  readonly lock: SourceLock;
  readonly account: Account;
  readonly owner: TargetOwner;
}

/** Describes what a person is shown before anything is written. */
export interface CutoverCheck extends CutoverPlace {
  readonly repositories: readonly CutoverRepository[];
  /** Slugs of those whose source may have changed since its last sync: they are locked and synced again. */
  readonly startOver: ReadonlySet<string>;
  /** Slugs of those whose targets an earlier cut-over may have opened: nothing is synced into them. */
  readonly opening: ReadonlySet<string>;
  /** Slugs of those that are archived on the source. */
  readonly archived: ReadonlySet<string>;
  /** Whom existing restrictions of the source except, by slug. Hostile. */
  readonly excepted: ReadonlyMap<string, readonly Excepted[]>;
  /** Sentences without a full stop. Hostile. */
  readonly notes: readonly string[];
  readonly problems: readonly MigratorError[];
  /** Pull requests to read before the lock, and those that the last sync reads whole. */
  readonly rereads: { readonly unread: RereadPlan; readonly last: RereadPlan };
  readonly expected: Expected;
  /** When an earlier run locked the first source, in milliseconds since 1970; `null`: none is locked. */
  readonly lockedSince: number | null;
}
