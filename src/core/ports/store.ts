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
 * Where the durable facts are. Reading never waits for a writer. Every method throws MigratorError of code
 * `state` (or `disk-full`) and nothing else; asynchronous, because not every implementation is a local file.
 */
export interface Store {
  /** @throws `state` if nothing could be kept: asked before anything is done that would have to be */
  checkWritable(): Promise<void>;
  listMigrations(): Promise<readonly MigrationOverview[]>;
  findMigration(id: string): Promise<Migration | null>;
  /** The newest migration of this plan. */
  findByPlan(planDigest: string): Promise<Migration | null>;
  listRepositories(migration: string): Promise<readonly RepositoryState[]>;
  listSteps(migration: string, repository: string): Promise<readonly StepState[]>;
  /** Of one kind, those alone whose source id begins so, in the order of their source ids. */
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
  /** @throws `state` if a migration of the same plan is there that has not ended */
  createMigration(
    migration: Migration,
    repositories: readonly { source: string; target: string }[],
  ): Promise<void>;
  /**
   * The right to write to one migration, for this process alone. It ends by itself unless it is renewed.
   * @throws `state` while another process holds it, naming that process
   */
  acquire(migration: string, holder: LeaseHolder): Promise<MigrationWriter>;
  /** Who writes to a migration at the moment; `null` where nobody does, or whoever did has died. */
  findHolder(migration: string): Promise<LeaseHolder | null>;
  close(): Promise<void>;
}

/** A migration in a list, with how many of its repositories are in each state. */
export interface MigrationOverview extends Migration {
  readonly counts: Readonly<Record<RepositoryState['status'], number>>;
}

/**
 * All that is written about a running migration. Every write checks that the lease is still ours and throws
 * `state` if another process took it over: one that comes back from the dead writes nothing.
 */
export interface MigrationWriter {
  setStatus(status: MigrationStatus): Promise<void>;
  /** Only what is given is changed. */
  saveRepository(
    source: string,
    change: Partial<Omit<RepositoryState, 'source' | 'target'>>,
  ): Promise<void>;
  saveStep(source: string, step: StepState): Promise<void>;
  findObject(source: string, kind: CreatedKind, sourceId: string): Promise<CreatedObject | null>;
  /** Must be durable before the request is sent. */
  recordIntent(source: string, kind: CreatedKind, sourceId: string): Promise<CreatedObject>;
  /** The same for several that one request makes, at once. */
  recordIntents(
    source: string,
    kind: CreatedKind,
    sourceIds: readonly string[],
  ): Promise<readonly CreatedObject[]>;
  /** The request was refused: nothing was made by it, and nothing found later is ours. */
  forgetIntent(source: string, kind: CreatedKind, sourceId: string): Promise<void>;
  /** They are gone from the target: whoever makes such things makes them again. */
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
  /** What is kept with an object that was recorded before. */
  saveObjectData(source: string, kind: CreatedKind, sourceId: string, data: string): Promise<void>;
  /**
   * Begins repositories anew, all or none: their steps and their outcome are forgotten and the migration runs again. What
   * was made for them stays known, and each `repository` object is marked (made-repository.ts).
   * @param migration.settings what holds for the migration from now on
   */
  resetRepositories(
    sources: readonly string[],
    migration?: { readonly settings: string },
  ): Promise<void>;
  /** Nothing that was made for a repository is there any more. */
  forgetRepository(source: string): Promise<void>;
  appendEvent(event: TimedEvent): Promise<void>;
  /**
   * Before anything is written elsewhere in the name of this migration.
   * @throws `state` if another process has taken it over
   */
  checkHeld(): Promise<void>;
  /** To be called more often than every `leaseMilliseconds`. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

export interface CreatedResult {
  readonly targetId: string;
  readonly targetUrl: string;
  /** What is kept with it; what is kept already stays where nothing is given. */
  readonly data?: string;
}
