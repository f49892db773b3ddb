import type { Failure } from '../../kernel/errors.ts';
import type { LeaseHolder, StepName } from './migration.ts';
import type { SourceKind } from './repository.ts';
import type {
  EarlierRepository,
  ExpectedWork,
  PullRequestCounts,
  RepositorySync,
  RunCounts,
} from './run-results.ts';

/** `total` is `null` until it is known. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
  /** `state`: nothing is counted, and `what` says where it stands. */
  readonly unit: 'refs' | 'objects' | 'bytes' | 'percent' | 'pull requests' | 'state';
  /** `receiving objects` */
  readonly what: string;
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/**
 * All output of a run. Each event is redacted, then recorded, then shown. `repository` is the source slug. Texts may
 * come from a host: views escape them.
 */
export type RunEvent =
  | {
      readonly type: 'run-started';
      readonly migration: string;
      readonly source: { readonly kind: SourceKind; readonly workspace: string };
      readonly target: { readonly organization: string };
      readonly repositories: readonly ({
        readonly source: string;
        readonly target: string;
      } & ExpectedWork)[];
      readonly workers: number;
      readonly resumed: boolean;
      /** Missing where repositories are migrated. */
      readonly kind?: 'sync';
      /** Finished by earlier runs; missing where there are none. */
      readonly earlier?: readonly EarlierRepository[];
    }
  | {
      readonly type: 'preflight-started';
      readonly checks: readonly string[];
      /** Missing where nothing can have been written before. */
      readonly mayHaveWritten?: true;
    }
  | { readonly type: 'preflight-note'; readonly message: string }
  | { readonly type: 'preflight-finished'; readonly problems: readonly Failure[] }
  /** How many processes work on the migration, with this one; reported when it changes. */
  | { readonly type: 'processes'; readonly working: number }
  | {
      readonly type: 'repository-started';
      readonly repository: string;
      readonly target: string;
      /** Another process that works on it; missing where this one does. */
      readonly process?: LeaseHolder;
    }
  | {
      readonly type: 'step-started';
      readonly repository: string;
      readonly step: StepName;
      /** Steps of the repository done so far, in all runs; missing where unknown. */
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
      /** One line: what was done, or why the step was skipped. */
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
      /** `null`: not migrated. */
      readonly pullRequests: PullRequestCounts | null;
      /** Missing where it was migrated. */
      readonly sync?: RepositorySync;
      readonly webUrl: string | null;
      /** Why it was skipped. */
      readonly reason: string | null;
      readonly failure: Failure | null;
      readonly milliseconds: number;
    }
  | {
      /** A wait for a host. `until` is milliseconds since 1970. */
      readonly type: 'waiting';
      readonly repository: string | null;
      readonly host: string;
      /** Missing where the host is of neither service. */
      readonly service?: 'Bitbucket' | 'GitHub';
      readonly reason: string;
      readonly until: number;
      /** Subject of the host's limit: `content-creating requests`; missing for other waits. */
      readonly limit?: string;
    }
  /** A person paused or continued the run. */
  | { readonly type: 'run-held'; readonly held: boolean }
  /** A finished repository is queued once more. */
  | { readonly type: 'repository-queued'; readonly repository: string }
  | { readonly type: 'discovery-progress'; readonly found: number; readonly total: number | null }
  | {
      /** Cost of a deep scan. */
      readonly type: 'deep-look-planned';
      readonly repositories: number;
      /** Scanned by an earlier run and unchanged since. */
      readonly known: number;
      /** `null` until the source reports it. */
      readonly pullRequests: number | null;
      /** Still to send. */
      readonly requests: number;
      readonly accuracy: 'exact' | 'about' | 'at-least';
      /** The source has no limit of its own. */
      readonly isUnlimited?: true;
    }
  | {
      readonly type: 'deep-look-progress';
      /** Fully scanned repositories. */
      readonly looked: number;
      readonly repositories: number;
      readonly pullRequests: number;
      /** `null` if no conversations are read. */
      readonly conversations: { readonly read: number; readonly total: number } | null;
    }
  | {
      /** Cost of reading the names of variables. */
      readonly type: 'secret-look-planned';
      readonly repositories: number;
      /** Read by an interrupted scan. */
      readonly known: number;
      /** Still to send. */
      readonly requests: number;
      readonly accuracy: 'exact' | 'at-least';
    }
  | {
      readonly type: 'secret-look-progress';
      readonly looked: number;
      readonly repositories: number;
      /** Found so far, on all levels. */
      readonly names: number;
    }
  | {
      /** Least cost of reading settings. */
      readonly type: 'settings-scan-planned';
      readonly repositories: number;
      /** Read by an interrupted scan. */
      readonly known: number;
      /** Still to send. */
      readonly requests: number;
      readonly perRepository: number;
    }
  | {
      readonly type: 'settings-scan-progress';
      readonly scanned: number;
      readonly repositories: number;
    }
  | {
      /** Highest cost of creating placeholders for secrets. */
      readonly type: 'scaffold-planned';
      readonly repositories: number;
      readonly secrets: number;
      readonly requests: number;
      readonly writes: number;
      /** The host's rate limit applies. */
      readonly isLimited: boolean;
    }
  | {
      readonly type: 'scaffold-progress';
      readonly done: number;
      readonly total: number;
      readonly made: number;
      /** A dry run. */
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
      /** Missing where repositories are migrated. */
      readonly kind?: 'sync';
      readonly migration: string;
      readonly status: 'completed' | 'completed_with_failures' | 'failed' | 'paused';
      readonly counts: RunCounts;
      readonly milliseconds: number;
    };

/** `at`: milliseconds since 1970. */
export type TimedEvent = RunEvent & { readonly at: number };

/** The event of a type, with its time. */
export type EventOf<Type extends RunEvent['type']> = Extract<TimedEvent, { type: Type }>;

export type Emit = (event: RunEvent) => void;
