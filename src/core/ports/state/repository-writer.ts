import type { ChainContent } from '../../kernel/hash-chain.ts';
import type { TimedEvent } from '../records/events.ts';
import type {
  CreatedKind,
  CreatedObject,
  RepositoryState,
  StepState,
} from '../records/migration.ts';

/** Writes about repositories. */
export interface RepositoryWriter {
  /** Changes only the given fields. */
  saveRepository(
    source: string,
    change: Partial<Omit<RepositoryState, 'source' | 'target'>>,
  ): Promise<void>;
  saveStep(source: string, step: StepState): Promise<void>;
  findObject(source: string, kind: CreatedKind, sourceId: string): Promise<CreatedObject | null>;
  /**
   * Must be durable before the request is sent.
   * @param data what is about to be sent, by id; without it nothing is known of that
   */
  recordIntents(
    source: string,
    kind: CreatedKind,
    sourceIds: readonly string[],
    data?: ReadonlyMap<string, string>,
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
  /** Creates or replaces a document: a row of its own, whose `targetId` is its id. */
  saveDocument(source: string, kind: CreatedKind, id: string, data: string): Promise<void>;
  saveObjectData(source: string, kind: CreatedKind, sourceId: string, data: string): Promise<void>;
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
  checkLease(): Promise<void>;
  /** To be called more often than the lease lasts: `leaseMilliseconds`, or `claimMilliseconds`. */
  renew(): Promise<unknown>;
  release(): Promise<void>;
}

export interface CreatedResult {
  readonly targetId: string;
  readonly targetUrl: string;
  /** Unchanged if left out. */
  readonly data?: string;
}
