import type { ChainContent } from '../kernel/hash-chain.ts';
import type { TimedEvent } from './events.ts';
import type {
  CreatedKind,
  CreatedObject,
  LeaseHolder,
  Migration,
  MigrationStatus,
  RepositoryState,
  StepState,
} from './records/migration.ts';

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
   * @throws `state` naming the process that holds it
   */
  acquire(migration: string, holder: LeaseHolder): Promise<MigrationWriter>;
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
  /** Whether a state in this place was ever set aside. */
  wasSetAside(): Promise<boolean>;
  /**
   * Whether a state can be kept here, for `doctor`. Writes nothing.
   * @throws `state` where it cannot
   */
  check(): Promise<readonly StoreWarning[]>;
  close(): Promise<void>;
}

/** What may go wrong later. */
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

/** Writes about a running migration. Every write checks the lease and throws `state` if another process took it over. */
export interface MigrationWriter {
  setStatus(status: MigrationStatus): Promise<void>;
  /** Changes only the given fields. */
  saveRepository(
    source: string,
    change: Partial<Omit<RepositoryState, 'source' | 'target'>>,
  ): Promise<void>;
  saveStep(source: string, step: StepState): Promise<void>;
  findObject(source: string, kind: CreatedKind, sourceId: string): Promise<CreatedObject | null>;
  /** Must be durable before the request is sent. */
  recordIntent(source: string, kind: CreatedKind, sourceId: string): Promise<CreatedObject>;
  /** For several objects that one request creates. */
  recordIntents(
    source: string,
    kind: CreatedKind,
    sourceIds: readonly string[],
  ): Promise<readonly CreatedObject[]>;
  /** The request was refused: it created nothing, and nothing found later is ours. */
  forgetIntent(source: string, kind: CreatedKind, sourceId: string): Promise<void>;
  /** They are gone from the target, to be created once more. */
  forgetObjects(source: string, kind: CreatedKind, sourceIds: readonly string[]): Promise<void>;
  recordResult(
    source: string,
    kind: CreatedKind,
    sourceId: string,
    result: CreatedResult,
  ): Promise<void>;
  recordResults(
    source: string,
    kind: CreatedKind,
    results: readonly ({ sourceId: string } & CreatedResult)[],
  ): Promise<void>;
  saveObjectData(source: string, kind: CreatedKind, sourceId: string, data: string): Promise<void>;
  /**
   * Starts repositories over, all or none: removes steps and outcome. Created objects stay, and each `repository` object
   * gets `resetMark`.
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
  /** Removes all objects that were created for a repository on the target. */
  forgetRepository(source: string): Promise<void>;
  appendEvent(event: TimedEvent): Promise<void>;
  /**
   * Adds lines to the migration's record of writes (hash-chain.ts). Not flushed by itself: the end of the process loses none.
   * @param start what the very first line of the record holds
   * @returns the number of the last one
   */
  appendAudit(start: ChainContent, lines: readonly ChainContent[]): Promise<number>;
  /**
   * Called before writes elsewhere.
   * @throws `state` if another process took the migration over
   */
  checkHeld(): Promise<void>;
  /** To be called more often than every `leaseMilliseconds`. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

export interface CreatedResult {
  readonly targetId: string;
  readonly targetUrl: string;
  /** Unchanged if left out. */
  readonly data?: string;
}
