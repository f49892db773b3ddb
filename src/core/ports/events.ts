import type { Failure } from '../kernel/errors.ts';
import type { StepName } from './records/migration.ts';
import type { SourceKind } from './records/repository.ts';

/** What became of the pull requests of one repository. */
export interface PullRequestCounts {
  readonly total: number;
  /** Of them: those that differ from what they were, each with its reasons in the state. */
  readonly changed: number;
  readonly comments: number;
  /** In texts, left on the source. */
  readonly images: number;
  /** Closed ones in place of numbers that the source does not have. */
  readonly placeholders: number;
  /** Whose texts another user map has changed now, or whose reviewers it has made known; missing where it is the first. */
  readonly renamed?: number;
  /** Whose texts keep some of their names all the same; the warnings say why. */
  readonly leftUnchanged?: number;
}

export interface RunCounts {
  readonly succeeded: number;
  readonly skipped: number;
  readonly failed: number;
}

/** A repository that an earlier run of the migration has finished. */
export interface EarlierRepository {
  readonly source: string;
  readonly target: string;
  readonly outcome: 'succeeded' | 'skipped' | 'failed';
  readonly refs: number | null;
  readonly webUrl: string | null;
  /** Why it was skipped. */
  readonly reason: string | null;
}

/** How far something has come. `total` is `null` until it is known. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: 'refs' | 'objects' | 'bytes' | 'percent' | 'pull requests';
  /** What is being done, in a word or two: `receiving objects`. */
  readonly what: string;
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * All that a run says. The engine's only voice is emit(event): each is redacted, then recorded, then shown.
 * `repository` is the source slug. Texts may hold what a host sent: they are escaped where they are shown.
 */
export type RunEvent =
  | {
      readonly type: 'run-started';
      readonly migration: string;
      readonly source: { readonly kind: SourceKind; readonly workspace: string };
      readonly target: { readonly organization: string };
      readonly repositories: readonly { readonly source: string; readonly target: string }[];
      readonly workers: number;
      readonly resumed: boolean;
      /** Repositories of the migration that earlier runs have finished; missing where there are none. */
      readonly earlier?: readonly EarlierRepository[];
    }
  | { readonly type: 'preflight-started'; readonly checks: readonly string[] }
  /** Worth knowing before anything is written, and no reason to stop. */
  | { readonly type: 'preflight-note'; readonly message: string }
  | { readonly type: 'preflight-finished'; readonly problems: readonly Failure[] }
  | { readonly type: 'repository-started'; readonly repository: string; readonly target: string }
  | {
      readonly type: 'step-started';
      readonly repository: string;
      readonly step: StepName;
      /** How many steps of the repository are done, in earlier runs too; missing where that is not known. */
      readonly stepsDone?: number;
    }
  | {
      readonly type: 'step-progress';
      readonly repository: string;
      readonly step: StepName;
      readonly progress: Progress;
    }
  | {
      readonly type: 'step-finished';
      readonly repository: string;
      readonly step: StepName;
      readonly outcome: 'done' | 'skipped';
      /** One line: what was done, or why nothing was to do. */
      readonly summary: string;
    }
  | { readonly type: 'repository-warning'; readonly repository: string; readonly message: string }
  | {
      readonly type: 'repository-finished';
      readonly repository: string;
      readonly target: string;
      readonly outcome: 'succeeded' | 'skipped' | 'failed';
      readonly refs: number | null;
      readonly lfsObjects: number | null;
      /** `null`: not brought over. */
      readonly pullRequests: PullRequestCounts | null;
      readonly webUrl: string | null;
      /** Why it was skipped. */
      readonly reason: string | null;
      readonly failure: Failure | null;
      readonly milliseconds: number;
    }
  | {
      /** Somebody waits for a host. `until` is milliseconds since 1970. */
      readonly type: 'waiting';
      readonly repository: string | null;
      readonly host: string;
      readonly reason: string;
      readonly until: number;
    }
  /** A person has paused the run, or lets it go on. */
  | { readonly type: 'run-held'; readonly held: boolean }
  /** A repository that has had its turn gets another. */
  | { readonly type: 'repository-queued'; readonly repository: string }
  | { readonly type: 'discovery-progress'; readonly found: number; readonly total: number | null }
  | {
      /** What a deep look will take, before it is taken. */
      readonly type: 'deep-look-planned';
      readonly repositories: number;
      /** Of them, those that an earlier run has looked at and that have not changed since. */
      readonly known: number;
      /** `null` as long as the source has not told how many there are. */
      readonly pullRequests: number | null;
      /** Still to be made. */
      readonly requests: number;
      /** What can be said of them. */
      readonly accuracy: 'exact' | 'about' | 'at-least';
      /** The source has no limit of its own. */
      readonly isUnlimited?: true;
    }
  | {
      readonly type: 'deep-look-progress';
      /** Repositories that are looked at to the end. */
      readonly looked: number;
      readonly repositories: number;
      readonly pullRequests: number;
      /** `null` where no conversations are read. */
      readonly conversations: { readonly read: number; readonly total: number } | null;
    }
  | {
      /** What reading the names of variables will take, before it is done. */
      readonly type: 'secret-look-planned';
      readonly repositories: number;
      /** Of them, those that an interrupted look has read. */
      readonly known: number;
      /** Still to be made. */
      readonly requests: number;
      readonly accuracy: 'exact' | 'at-least';
    }
  | {
      readonly type: 'secret-look-progress';
      readonly looked: number;
      readonly repositories: number;
      /** How many were found so far, on all levels. */
      readonly names: number;
    }
  | {
      /** What making placeholders for secrets will take at most, before it is done. */
      readonly type: 'scaffold-planned';
      readonly repositories: number;
      readonly secrets: number;
      readonly requests: number;
      readonly writes: number;
      /** The host lets no more than so many through. */
      readonly isLimited: boolean;
    }
  | {
      readonly type: 'scaffold-progress';
      readonly done: number;
      readonly total: number;
      readonly made: number;
      /** Nothing is made. */
      readonly isLook: boolean;
    }
  | {
      readonly type: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly fields?: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'run-finished';
      readonly migration: string;
      readonly status: 'completed' | 'completed_with_failures' | 'failed' | 'paused';
      readonly counts: RunCounts;
      readonly milliseconds: number;
    };

/** An event with the time at which it happened, in milliseconds since 1970. */
export type TimedEvent = RunEvent & { readonly at: number };

export type Emit = (event: RunEvent) => void;
