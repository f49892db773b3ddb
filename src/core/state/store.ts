import type { TimedEvent } from '../events.ts';
import type {
  LeaseHolder,
  MadeObject,
  Migration,
  MigrationStatus,
  RepositoryState,
  StepState,
} from '../model/migration.ts';

/**
 * Where the durable facts are. Reading never waits for a writer. Every method throws MigratorError of code
 * `state` (or `disk-full`) and nothing else; asynchronous, because not every implementation is a local file.
 */
export interface Store {
  listMigrations(): Promise<readonly MigrationOverview[]>;
  findMigration(id: string): Promise<Migration | null>;
  /** The newest migration of this plan. */
  findByPlan(planDigest: string): Promise<Migration | null>;
  listRepositories(migration: string): Promise<readonly RepositoryState[]>;
  listSteps(migration: string, repository: string): Promise<readonly StepState[]>;
  /** Of one type, oldest first. */
  listEvents(migration: string, type: TimedEvent['type']): Promise<readonly TimedEvent[]>;
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
  findObject(
    source: string,
    kind: MadeObject['kind'],
    sourceId: string,
  ): Promise<MadeObject | null>;
  /** Must be durable before the request is sent. */
  recordIntent(source: string, kind: MadeObject['kind'], sourceId: string): Promise<MadeObject>;
  /** The request was refused: nothing was made by it, and nothing found later is ours. */
  forgetIntent(source: string, kind: MadeObject['kind'], sourceId: string): Promise<void>;
  recordResult(
    source: string,
    kind: MadeObject['kind'],
    sourceId: string,
    result: { targetId: string; targetUrl: string },
  ): Promise<void>;
  appendEvent(event: TimedEvent): Promise<void>;
  /** To be called more often than every `leaseMilliseconds`. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** How long a lease lasts without being renewed. */
export const leaseMilliseconds = 60_000;
