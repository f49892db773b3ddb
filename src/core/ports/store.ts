import type { TimedEvent } from './records/events.ts';
import type {
  CreatedKind,
  CreatedObject,
  LeaseHolder,
  Migration,
  MigrationStatus,
  RepositoryState,
  StepState,
} from './records/migration.ts';
import type { DispatchedTask } from './state/dispatcher.ts';
import type { RepositoryWriter } from './state/repository-writer.ts';
import type { SecretNotes } from './state/secret-notes.ts';
import type { SharedRun, SharedRuns } from './state/shared-run.ts';

/**
 * The durable state. Reading never waits for a writer. Every method throws MigratorError of code `state` or
 * `disk-full` and nothing else.
 */
export interface Store {
  /** For messages: where it is. */
  readonly place: string;
  /** Called before anything that must be stored. @throws `state` if nothing can be stored */
  checkWritable(): Promise<void>;
  listMigrations(): Promise<readonly MigrationOverview[]>;
  findMigration(id: string): Promise<Migration | null>;
  /** The newest migration of this plan. */
  findByPlan(planDigest: string): Promise<Migration | null>;
  listRepositories(migration: string): Promise<readonly RepositoryState[]>;
  listSteps(migration: string, repository: string): Promise<readonly StepState[]>;
  /** Of one kind and with this prefix of the source id, in the order of source ids. */
  listObjects(
    migration: string,
    repository: string,
    kind: CreatedKind,
    prefix?: string,
  ): Promise<readonly CreatedObject[]>;
  /** Returns by repository what was created, locked, opened and rolled back. */
  listTargetObjects(migration: string): Promise<ReadonlyMap<string, readonly CreatedObject[]>>;
  /** Of one type, oldest first, without the first `skip` of them. */
  listEvents(
    migration: string,
    type: TimedEvent['type'],
    skip?: number,
  ): Promise<readonly TimedEvent[]>;
  /**
   * Lines of the record of writes, oldest first.
   * @param after the position of the last one that is known; 0: from the first
   */
  listAudit(
    migration: string,
    range: { readonly after: number; readonly limit: number },
  ): Promise<readonly AuditLine[]>;
  /** @throws `state` if a migration of the same plan has not ended */
  createMigration(
    migration: Migration,
    repositories: readonly { source: string; target: string }[],
  ): Promise<void>;
  /**
   * The lease of a migration, which expires unless it is renewed.
   * @param joins processes that work on a run of this task go on. Otherwise, or if left out, nobody else may work on the
   * migration, and nobody joins any more
   * @throws `state` naming the process that holds it, or that works on one of its repositories
   */
  acquire(migration: string, holder: LeaseHolder, joins?: DispatchedTask): Promise<MigrationWriter>;
  /** How several processes work on one migration; `null` where one does. */
  readonly shared: SharedRuns | null;
  /** Notes of all machines about written secrets; `null` where files of each machine do. */
  readonly secretNotes: SecretNotes | null;
  /**
   * Takes workers out of those that a license allows for all migrations of this state, on whatever machine they run. The
   * claim expires as a lease does, unless it is renewed; that of a dead process of this machine does not count.
   * @returns `null` where others have left fewer than the least that is wanted
   */
  claimWorkers(process: LeaseHolder, wanted: WantedWorkers): Promise<WorkerClaim | null>;
  /** The process that writes to a migration; `null` if there is none, or it died. */
  findHolder(migration: string): Promise<LeaseHolder | null>;
  /**
   * Reads all that there is.
   * @throws `state` if its condition is unknown: it is locked, not readable, or of a newer version
   */
  examine(): Promise<StateCondition>;
  /**
   * Moves a damaged state out of the way, so that another can begin and nothing of it is lost.
   * @returns where it is kept
   * @throws `state` if it cannot be moved
   */
  setAside(): Promise<string>;
  /** Tells whether a state in this place was ever set aside. */
  wasSetAside(): Promise<boolean>;
  /**
   * Tells whether a state can be kept here, for `doctor`. Writes nothing.
   * @throws `state` where it cannot
   */
  check(): Promise<readonly StoreWarning[]>;
  close(): Promise<void>;
}

/** Workers at the same time. */
export interface WantedWorkers {
  readonly least: number;
  readonly most: number;
  /** For all processes together. */
  readonly allowed: number;
}

export interface WorkerClaim {
  readonly workers: number;
  /**
   * To be called more often than every `leaseMilliseconds`.
   * @throws `license` where it had expired and others have claimed its workers since
   */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** Describes what may go wrong later. */
export interface StoreWarning {
  readonly message: string;
  readonly remedy: string;
}

/** `absent`: nothing was ever written. `damaged`: it holds what no version of this program has written. */
export type StateCondition = 'absent' | 'sound' | 'damaged';
interface AuditLine {
  readonly position: number;
  readonly text: string;
}

/** `counts`: its repositories by status. */
export interface MigrationOverview extends Migration {
  readonly counts: Readonly<Record<RepositoryState['status'], number>>;
}

export interface KeptBack {
  /** There is a run that others may have joined. */
  readonly isShared: boolean;
  /** Slugs of repositories that were worked on just now, which others may go on with as well as with those that were begun. */
  readonly working: readonly string[];
}

/** Writes about a running migration. Every write checks the lease and throws `state` if another process took it over. */
export interface MigrationWriter extends RepositoryWriter {
  setStatus(status: MigrationStatus): Promise<void>;
  /**
   * Lets other processes join this run from now on; `null`: none any more. `null` in place of the method: no process can.
   */
  readonly share: ((run: SharedRun | null) => Promise<void>) | null;
  /**
   * Keeps others from beginning any repository, until the run is shared again, this lease ends, or `isKept` is false. They go on
   * with those that were begun. `null` in place of the method: no process can join.
   */
  readonly keepBack: ((isKept: boolean) => Promise<KeptBack>) | null;
  /**
   * Starts repositories over, all or none: removes steps and outcome. Created objects stay, and each `repository` object
   * gets `resetMark`, and the migration runs again. With none only the migration changes, and its status stays.
   * @param migration what changes for the migration as a whole
   */
  resetRepositories(
    sources: readonly string[],
    migration?: Pick<Migration, 'settings' | 'planText'>,
  ): Promise<void>;
  /**
   * Adds repositories at the end of the migration, which is unfinished then. One that it has already stays as it is.
   * @param planText the plan with them
   */
  addRepositories(
    repositories: readonly { source: string; target: string }[],
    planText: string,
  ): Promise<void>;
}
