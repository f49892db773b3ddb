import type { MigrationOptions } from '../../../choices/options.ts';
import type { Failure, MigratorError } from '../../../kernel/errors.ts';
import type { Plan } from '../../../plan/plan-schema.ts';
import type { Migration, RepositoryState } from '../../../ports/records/migration.ts';
import type { RepositorySync } from '../../../ports/records/run-results.ts';
import type { ResolveTargetNames } from '../../../ports/target-naming.ts';
import type { MigrationServices } from '../../../replica/context/migration-context.ts';
import type { Reread } from '../../../replica/diff/pull-requests/changed-rows.ts';
import type { EventSink } from '../../../report/event-sink.ts';
import type { ClosedReading } from '../reread/plan-rereads.ts';

export interface SyncRun {
  readonly services: MigrationServices;
  readonly events: EventSink;
  readonly migration: Migration;
  /** As the state holds it. */
  readonly plan: Plan;
  readonly options: MigrationOptions;
  /** Slugs of the repositories to sync; `null`: all that were migrated. */
  readonly repositories: ReadonlySet<string> | null;
  /**
   * Given, new repositories of the workspace become part of the migration and are migrated, under names by these rules of the
   * target.
   */
  readonly includeNew?: ResolveTargetNames;
  /** Which pull requests are read whole. */
  readonly reread: Reread;
  /** Which closed ones are read as well; left out: none. */
  readonly closed?: ClosedReading;
  /** Names of pipeline variables are compared, too. */
  readonly includeSecrets?: boolean;
  /** Settings are compared and applied, too, where the plan has some. */
  readonly includeSettings?: boolean;
  /** Workers that the command line or the plan asks for; left out where it is the default. */
  readonly askedWorkers?: number | undefined;
  /** Part of a command that may have written something already; left out: none. */
  readonly mayHaveWritten?: true;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new, and end after the running steps. */
  readonly drain: AbortSignal;
}

/** Describes what a sync came to for one repository. */
export interface SyncedRepository {
  readonly source: string;
  readonly target: string;
  /** `partly`: some changes were skipped on the target. */
  readonly outcome: 'synced' | 'partly' | 'skipped' | 'failed';
  /** Why it was skipped. */
  readonly reason: string | null;
  readonly failure: Failure | null;
  /** `null` where it was skipped or failed. */
  readonly sync: RepositorySync | null;
}

/** How a repository's turn has ended. */
export interface RepositoryOutcome extends Omit<SyncedRepository, 'target'> {
  /** On the target by our hand; `null` where it was skipped or failed. */
  readonly refs: number | null;
  readonly milliseconds: number;
}

export type SyncOutcome =
  /** Nothing was written: these problems have to be solved first. */
  | { readonly kind: 'refused'; readonly problems: readonly MigratorError[] }
  | {
      readonly kind: 'finished';
      readonly migration: string;
      /** In the order of the plan, those that had their turn. */
      readonly repositories: readonly SyncedRepository[];
      /** Closed pull requests that no list has shown as changed, and that were to be read. */
      readonly reread: number;
      /** Slugs that the migration has not migrated yet. */
      readonly unmigrated: readonly string[];
      /** Slugs of repositories that the workspace got since, and that no migration has. */
      readonly newRepositories: readonly string[];
      /** Repositories that were added to the migration, as it left them. */
      readonly added: readonly RepositoryState[];
      /** Why new ones were not added, or could not be migrated yet. */
      readonly problems: readonly MigratorError[];
      /** Why it ended before all repositories had their turn. */
      readonly stoppedBy: MigratorError | null;
      /** Other processes go on with those that had none. */
      readonly isContinued: boolean;
    };
