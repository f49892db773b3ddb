import type { DeepRecords } from '../discovery/deep-scan/deep-records.ts';
import type { Inspection } from '../git/mirror/inspect.ts';
import type { Refs } from '../git/mirror/refs.ts';
import type { GitTool } from '../git/process/git-tool.ts';
import type { Programs } from '../git/process/programs.ts';
import type { PushLimiter } from '../git/push/push-limiter.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { License } from '../license/license.ts';
import type { Plan, PlannedRepository } from '../plan/plan-schema.ts';
import type { Emit, Progress, PullRequestCounts, StepName } from '../ports/events.ts';
import type { Account, TargetOwner } from '../ports/records/account.ts';
import type { Person } from '../ports/records/person.ts';
import type { SourceRepository, TargetRepository } from '../ports/records/repository.ts';
import type { SourceHost } from '../ports/source-host.ts';
import type { MigrationWriter, Store } from '../ports/store.ts';
import type { TargetHost } from '../ports/target-host.ts';
import type { UserMapping } from '../users/user-mapping.ts';
import type { MigrationOptions } from './choices/options.ts';
import type { MigrationSettings } from './choices/settings.ts';
import type { RunController } from './control/run-controller.ts';
import type { CurrentRepository, ReportWait } from './control/waiting.ts';
import type { WriteGuard } from './control/write-guard.ts';

/** What a migration works with, built once by app-migration.ts. */
export interface MigrationServices {
  readonly source: SourceHost;
  readonly target: TargetHost;
  readonly git: GitTool;
  readonly programs: Programs;
  readonly store: Store;
  /** What deep looks at the source have left. */
  readonly deepRecords: DeepRecords;
  readonly clock: Clock;
  /** For waits that a host asks for: they end, as `interrupted`, with a run that is to end. */
  readonly waitingClock: Clock;
  readonly random: () => number;
  readonly emit: Emit;
  /** Bare mirrors are kept here while they are needed. */
  readonly workFolder: string;
  /** Milliseconds after a lost answer before the target is asked what it made. */
  readonly settleMilliseconds: number;
  /** Milliseconds that a host may be silent before the run ends. */
  readonly outageMilliseconds: number;
  /** Whether the key was made already: without it nothing that was made before can be recognised. */
  readonly hasMarkerKey: () => boolean;
  /** The key that signs what is written into pull requests; made when it is first needed. */
  readonly loadMarkerKey: () => Promise<Uint8Array>;
  readonly process: { readonly pid: number; readonly hostname: string };
  /** Holds back what a process that was taken over would still write. */
  readonly writeGuard: WriteGuard;
  /** The license that holds for source and target. @throws `license` where none does */
  readonly readLicense: () => Promise<License>;
  /** What a person wants of the run. */
  readonly runController: RunController;
  /** Whose work is being done: a wait deep in the network layer is told, and taken off the time, as this one's. */
  readonly currentRepository: CurrentRepository;
  readonly reportWait: ReportWait;
}

/** What reads the target and the state alone. */
export type VerificationServices = Omit<
  MigrationServices,
  'source' | 'outageMilliseconds' | 'writeGuard' | 'runController' | 'readLicense'
>;

/** What preflight has settled and every repository's steps need. */
export interface MigrationContext extends MigrationServices {
  readonly migration: string;
  readonly plan: Plan;
  readonly options: MigrationOptions;
  readonly settings: MigrationSettings;
  /** `null`: nobody is mapped. */
  readonly users: UserMapping | null;
  readonly markerKey: Uint8Array;
  readonly account: Account;
  readonly owner: TargetOwner;
  readonly writer: MigrationWriter;
  /** Repositories whose making room was confirmed, by slug. */
  readonly replaced: ReadonlyMap<string, TargetRepository>;
  /** What one repository has found out about the target and the next need not wait for. */
  readonly learned: {
    hostHasNoActions: boolean;
    /** Whether a push that makes a base contain the head marks a pull request as merged; `null`: not tried yet. */
    marksMerges: boolean | null;
    /** The workspace's members, asked for where a text mentions somebody unknown. */
    members: Promise<readonly Person[]> | null;
  };
}

/** What the steps of one repository work with. */
export interface RepositoryContext extends MigrationContext {
  readonly planned: PlannedRepository;
  readonly sourceRepository: SourceRepository;
  /** The mirror's folder: a hash, never a name that a host chose. */
  readonly directory: string;
  readonly signal: AbortSignal;
  /** Whether an earlier run has begun this repository: then the target may hold some of it. */
  readonly isResumed: boolean;
  /** Somebody has said that it is to be begun anew: its target may be in use, or gone. */
  readonly wasReset: boolean;
  /** By the plan and the migration's settings. */
  readonly wantsPullRequests: boolean;
  /** Of this repository, whichever step pushes. */
  readonly pushLimiter: PushLimiter;
  /** The run is to end after what is being done. */
  isDraining(): boolean;
  /** Refs of the mirror as they are to be on the target; read once, or told by the step that made them. */
  readRefs(): Promise<Refs>;
  rememberRefs(refs: Refs): void;
  /** Removes the mirror, with what was found out about it. */
  forgetMirror(): Promise<void>;
  /** Removes what was read of pull requests besides their list. */
  forgetRead(): Promise<void>;
  /** What the history holds that matters to the target; looked at once. */
  inspect(): Promise<Inspection>;
  reportProgress(progress: Progress): void;
  warn(message: string): void;
}

export interface StepOutcome {
  readonly status: 'done' | 'skipped';
  /** One line: what was done, or why there was nothing to do. */
  readonly summary: string;
  /** LFS objects that the target holds now. */
  readonly lfsObjects?: number;
  readonly pullRequests?: PullRequestCounts;
}

/** One idempotent part of a repository's way; it can be entered again after a crash at any point. */
export interface Step {
  readonly name: StepName;
  /** Failures besides `unavailable` that may pass by themselves, since the target is not the same everywhere at once. */
  readonly mayPass?: readonly ErrorCode[];
  /** It takes as long as the hosts' limits make it: migration.timeout_seconds does not count it. */
  readonly isUntimed?: boolean;
  run(context: RepositoryContext): Promise<StepOutcome>;
}
