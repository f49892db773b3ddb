import type { Calibration } from '../../calibration/probes/findings.ts';
import type { ImporterTrial, TrialPlace } from '../../calibration/trial/importer-trial.ts';
import type { KeptOptions } from '../../choices/kept-options.ts';
import type { MigrationOptions } from '../../choices/options.ts';
import type { DeepRecords } from '../../discovery/deep-scan/deep-records.ts';
import type { Refs } from '../../git/formats/refs.ts';
import type { Inspection } from '../../git/mirror/inspect.ts';
import type { RemoteRefs } from '../../git/mirror/refs.ts';
import type { requireCredentialChannel } from '../../git/process/credential-check.ts';
import type { GitTool } from '../../git/process/git-tool.ts';
import type { Programs } from '../../git/process/programs.ts';
import type { PushLimiter } from '../../git/push/push-limiter.ts';
import type { RefUpdate, UpdatedRef } from '../../git/push/update-remote-refs.ts';
import type { Rewriting } from '../../git/rewrite/rewriting.ts';
import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { Waiting } from '../../journal/wait-until-visible.ts';
import type { Scoped } from '../../kernel/async/scoped.ts';
import type { License } from '../../license/key/license.ts';
import type { Network } from '../../network/tls-proxy/network.ts';
import type { Plan, PlannedRepository } from '../../plan/plan-schema.ts';
import type { Account, TargetOwner } from '../../ports/records/account.ts';
import type { Emit, Progress } from '../../ports/records/events.ts';
import type { SourceRepository, TargetRepository } from '../../ports/records/repository.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { SourceLock } from '../../ports/source-lock.ts';
import type { Dispatcher } from '../../ports/state/dispatcher.ts';
import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import type { SharedRuns } from '../../ports/state/shared-run.ts';
import type { Store } from '../../ports/store.ts';
import type { TargetHost } from '../../ports/target-host.ts';
import type { OrganizationState } from '../../settings/applying/apply-context.ts';
import type { UserMap } from '../../users/user-map.ts';
import type { Lanes } from '../../work/lanes.ts';
import type { RunController } from '../../work/pausing/run-controller.ts';
import type { CurrentRepository } from '../../work/pausing/waiting.ts';
import type { ReadAhead } from '../reading/read-ahead.ts';
import type { ReadPlace } from '../reading/reading.ts';
import type { ExpectedTargets } from './expected-targets.ts';
import type { Learned } from './learned.ts';
import type { TargetPhase } from './target-phase.ts';
import type { WriteGuard, WriteLease } from './write-guard.ts';

/** Describes what a migration works with, built once by app/migration-services.ts. */
export interface MigrationServices extends Omit<Waiting, 'signal'> {
  readonly source: SourceHost;
  /** Locks the source, for a cut-over alone. */
  readonly lock: () => SourceLock;
  readonly target: TargetHost;
  readonly git: GitTool;
  /** The ways out for packs that stream; the target's ends with the migration's lease. */
  readonly networks: { readonly source: Network; readonly target: Network };
  readonly programs: Programs;
  /** @throws `missing-program` where git cannot receive credentials safely */
  readonly requireCredentialChannel: typeof requireCredentialChannel;
  readonly store: Store;
  /** `null` where one process works on a migration. */
  readonly sharing: Sharing | null;
  /** Records of deep scans of the source. */
  readonly deepRecords: DeepRecords;
  readonly random: () => number;
  readonly emit: Emit;
  /** Bare mirrors are kept here while they are needed. */
  readonly workFolder: string;
  /** Milliseconds that a host may be silent before the run ends. */
  readonly outageMilliseconds: number;
  /** True if the key was made already: without it nothing that was made before can be recognised. */
  readonly hasMarkerKey: () => boolean;
  /** Reads findings of a calibration of the target with this account; `null` without one. */
  readonly readCalibration: (account: Account) => Promise<Calibration | null>;
  /** Reads what a trial of the target's importer found in an organization; `null` where there was none. */
  readonly readTrial: (place: Omit<TrialPlace, 'host'>) => Promise<ImporterTrial | null>;
  /** The key that signs what is written into pull requests; made when it is first needed. */
  readonly loadMarkerKey: () => Promise<Uint8Array>;
  readonly process: { readonly pid: number; readonly hostname: string };
  /** Of migrator. */
  readonly version: string;
  /** Holds back what a process that was taken over would still write. */
  readonly writeGuard: WriteGuard;
  /** Lease or claim that this process holds, for the work that is called from. */
  readonly lease: Scoped<WriteLease>;
  /**
   * For what writes to targets without a migration that is held: from now on, a name that a migration has given must still lead to
   * what it has created.
   */
  readonly guardCreated: () => ExpectedTargets;
  /** The license that holds for source and target. @throws `license` where none does */
  readonly readLicense: () => Promise<License>;
  /** Requests of a person to the run. */
  readonly runController: RunController;
  /**
   * The repository that is worked on: a wait deep in the network layer is reported, and taken off the time, as this
   * one's.
   */
  readonly currentRepository: CurrentRepository;
}

/** Describes what lets several processes work on one migration. */
export interface Sharing {
  readonly runs: SharedRuns;
  /** The caller closes it. */
  readonly openDispatcher: () => Promise<Dispatcher>;
}

/** Describes what keeps the state, and lets other processes work on it. */
export type StateServices = Pick<
  MigrationServices,
  'store' | 'sharing' | 'lease' | 'guardCreated' | 'process' | 'clock'
>;

/** Describes what reads the target and the state alone, and may let other processes do so. */
export type VerificationServices = Omit<
  MigrationServices,
  | 'source'
  | 'lock'
  | 'networks'
  | 'requireCredentialChannel'
  | 'outageMilliseconds'
  | 'writeGuard'
  | 'runController'
  | 'readLicense'
>;

/** Describes what the repositories of one run share, once preflight has passed. */
export interface MigrationContext extends MigrationServices {
  readonly migration: string;
  readonly plan: Plan;
  readonly options: MigrationOptions;
  readonly kept: KeptOptions;
  /** `null`: nobody is mapped. */
  readonly users: Pick<UserMap, 'find' | 'findByName'> | null;
  readonly markerKey: Uint8Array;
  readonly account: Account;
  readonly owner: TargetOwner;
  readonly writer: RepositoryWriter;
  /** A repository that only waits for a host lets another begin. */
  readonly lanes: Lanes;
  /** Targets whose replacement was confirmed, by slug. */
  readonly replaced: ReadonlyMap<string, TargetRepository>;
  /** Reads the organization, and creates the teams of the plan: once for all repositories. */
  readonly organization: () => Promise<OrganizationState>;
  readonly learned: Learned;
}

/** Describes what the steps of one repository work with. Each step names the part that it uses. */
export interface RepositoryContext
  extends Pick<
      MigrationContext,
      | 'store'
      | 'migration'
      | 'source'
      | 'target'
      | 'plan'
      | 'options'
      | 'kept'
      | 'users'
      | 'markerKey'
      | 'account'
      | 'learned'
      | 'organization'
      | 'replaced'
      | 'programs'
      | 'lanes'
    >,
    Waiting {
  readonly planned: PlannedRepository;
  readonly sourceRepository: SourceRepository;
  readonly sourceName: { readonly workspace: string; readonly slug: string };
  readonly targetName: RepositoryName;
  /** `owner/name` */
  readonly targetFullName: string;
  readonly targetOwner: TargetOwner;
  /** Branches and tags of the source as it has them now. */
  readonly sourceRefs: { list(): Promise<RemoteRefs> };
  readonly targetRefs: TargetRefs;
  readonly records: RepositoryRecords;
  readonly mirror: Mirror;
  /** The history as the source has it: the mirror itself, unless its large files are rewritten. */
  readonly fetched: Mirror;
  /** `null`: the mirror has the commits of the source. */
  readonly rewriting: Rewriting | null;
  readonly stream: RepositoryStream;
  /** Folder of this machine for the commit maps of the migration. */
  readonly commitMaps: string;
  /** Where pull requests are read. */
  readonly readPlace: ReadPlace;
  readonly readAhead: ReadAhead;
  /** True if an earlier run has begun this repository: then the target may hold some of it. */
  readonly isResumed: boolean;
  /** A person has reset it: its target may be in use, or gone. */
  readonly wasReset: boolean;
  /** The phase of the current target: a step may create a new one. */
  readPhase(): Promise<TargetPhase>;
  /** By the plan and the options of the migration. */
  readonly wantsPullRequests: boolean;
  /** Of this repository, whichever step pushes. */
  readonly pushLimiter: PushLimiter;
  /** The run ends after the requests that are in flight. */
  isDraining(): boolean;
  /** Refs of the mirror as the target should have them; read once, or set by the step that created them. */
  readRefs(): Promise<Refs>;
  /** Refs that the target cannot hold beside the refs it has; a sync finds some. */
  readonly unpushable: ReadonlySet<string>;
  rememberRefs(refs: Refs): void;
  /** Removes the mirror, with what was found out about it. */
  forgetMirror(): Promise<void>;
  /** The same, but for the mirror's history itself. */
  keepMirror(): Promise<void>;
  /** Removes what was read of pull requests, except their list. */
  forgetRead(): Promise<void>;
  /** Inspects the history for what matters to the target, once. */
  inspect(): Promise<Inspection>;
  reportProgress(progress: Progress): void;
  warn(message: string): void;
}

/** Streams a new repository's pack to the target while it is fetched; the target keeps it unfinished until the push. */
export interface RepositoryStream {
  /** True if it will be tried: then the target is made first. */
  readonly isPlanned: boolean;
  /** Fetches the mirror; tried once. @returns its refs, or `null` where git has to fetch it */
  fetch(reportProgress: (progress: Progress) => void): Promise<Refs | null>;
  /**
   * Lets the target have what is held back.
   * @returns `taken` where it has all of these refs now, `not-sent` where nothing was held
   */
  finish(refs: Refs): Promise<'taken' | 'unknown' | 'not-sent'>;
  /** Ends it: the target keeps nothing. Without effect after finish(). */
  drop(): void;
}

/** The local copy, as git commands take it. */
interface Mirror {
  readonly git: GitTool;
  /** A hash, never a name that a host chose. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** The branches and tags of the target. */
export interface TargetRefs {
  list(): Promise<Refs>;
  /**
   * Pushes all at once where the target takes it. @param onTarget objects that it has; left out: what the mirror's own refs name
   */
  update(
    updates: readonly RefUpdate[],
    onTarget?: Iterable<string>,
  ): Promise<readonly UpdatedRef[]>;
}
