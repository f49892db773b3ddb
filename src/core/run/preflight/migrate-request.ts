import type { GivenOptions } from '../../choices/kept-options.ts';
import type { MigrationOptions } from '../../choices/options.ts';
import type { ForecastInput } from '../../forecast/forecast.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import type { Plan } from '../../plan/plan-schema.ts';
import type { Migration } from '../../ports/records/migration.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { RunCounts } from '../../ports/records/run-results.ts';
import type { RewriteAhead } from '../../replica/apply/rewrite/rewrites-ahead.ts';
import type { MigrationServices } from '../../replica/context/migration-context.ts';
import type { EventSink } from '../../report/event-sink.ts';
import type { SettingsAhead } from '../../report/lines/settings-lines.ts';
import type { NamesToRewrite } from './names-to-rewrite.ts';
import type { PreflightResult } from './preflight.ts';

/** Describes one run of a migration, whether it begins it or continues it. */
export interface RunRequest {
  readonly services: MigrationServices;
  readonly events: EventSink;
  readonly plan: Plan;
  /** The plan as the file has it, to be kept for a resume. */
  readonly planText: string;
  readonly options: MigrationOptions;
  /** Slugs of repositories to start over, whatever became of them. */
  readonly reset: ReadonlySet<string>;
  /** Slugs of the only repositories that this run works on; `null`, or left out: all. */
  readonly wave?: ReadonlySet<string> | null;
  /** Rejects unless it is confirmed that these targets are replaced, at least one. Left out: this run replaces nothing. */
  readonly confirmReplacing?: (replaced: readonly TargetRepository[]) => Promise<void>;
  /** Workers that the command line or the plan asks for; left out where it is the default. */
  readonly askedWorkers?: number | undefined;
  /** Part of a command that may have written something already; left out: none. */
  readonly mayHaveWritten?: true;
  /** Aborted: stop at once. */
  readonly signal: AbortSignal;
  /** Aborted: begin nothing new, and end after the running steps. */
  readonly drain: AbortSignal;
}

/** Describes a run as a person asks for it: of a plan, or of a migration that was begun. */
export interface Migrate extends RunRequest {
  /** Settings that hold until the migration's end. A resume takes the ones that it was begun with. */
  readonly wanted: GivenOptions;
  /** The migration that is resumed; `null` when the plan was named: then one of the same plan is continued. */
  readonly resume: Migration | null;
  /** The state was lost and set aside. */
  readonly adoptsFound: boolean;
  /** Rejects unless it is confirmed that these people lose their links. Left out: this run has no new user map. */
  readonly confirmUnmapping?: (unmapped: UnmappedPeople) => Promise<void>;
}

/** People whom a new user map no longer maps, although pull requests on the target link to them. */
export interface UnmappedPeople {
  /** At least one. Hostile. */
  readonly people: readonly string[];
  /** At most so many name one of them. */
  readonly pullRequests: number;
}

/** Describes a dry run. */
export interface Foresee extends Migrate {
  /** True: it is a problem where the license does not allow what is asked for; otherwise a note. */
  readonly needsLicense?: boolean;
  /**
   * False: the number of pull requests is asked for of no repository, which is a request for each; what deep scans have left is
   * known all the same.
   */
  readonly countsPullRequests?: boolean;
}

/** Describes what a run would do. */
export interface Foreseen {
  readonly preflight: PreflightResult;
  /** They are written into archives, and the target gets nothing. */
  readonly isArchived?: boolean;
  /** Slugs of those that an earlier run has not finished. */
  readonly pending: ReadonlySet<string>;
  /** Of them, slugs of those that were made and start over. */
  readonly again: ReadonlySet<string>;
  /** Of them, slugs of those that were made and are continued. */
  readonly unfinished: ReadonlySet<string>;
  /** Repositories whose large files are rewritten, by slug. */
  readonly rewrites?: ReadonlyMap<string, RewriteAhead>;
  /** Missing where no pull requests would be migrated. */
  readonly forecast?: readonly ForecastInput[];
  /** Missing where no pull requests are created by the target's importer. */
  readonly imports?: readonly ForecastInput[];
  /** Pull requests that exist already and may get other names from the user map. */
  readonly namesToRewrite: NamesToRewrite;
  /** Missing where the plan has no settings. */
  readonly settings?: SettingsAhead;
  /** By limits that are known before the run; left out without a forecast. */
  readonly targetIsLimited?: boolean;
  /** Tokens of the source that are used side by side. */
  readonly sourceTokens?: number;
}

export type MigrateOutcome =
  /** Nothing was written: these problems have to be solved first. */
  | { readonly kind: 'refused'; readonly problems: readonly MigratorError[] }
  /** Nothing was written: this is what would be done. */
  | ({ readonly kind: 'dry-run' } & Foreseen)
  /** Nothing was left to do. */
  | {
      readonly kind: 'nothing-to-do';
      readonly migration: Migration;
      /** Another user map was given, and there is no pull request whose names it could change. */
      readonly isOtherMap: boolean;
      /** Found by the checks of a dry run; left out: it was none. */
      readonly checked?: {
        readonly problems: readonly MigratorError[];
        readonly migrated: number;
        readonly total: number;
      };
    }
  | {
      readonly kind: 'finished';
      readonly migration: string;
      readonly counts: RunCounts;
      /** Why it ended before all repositories had their turn. */
      readonly stoppedBy: MigratorError | null;
      /** Other processes go on with it. */
      readonly isContinued?: boolean;
    };
