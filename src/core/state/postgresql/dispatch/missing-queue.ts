import type { PgBoss } from 'pg-boss';
import type { QueueKind } from './queue-names.ts';
import { createQueue } from './queue-options.ts';

/** pg-boss's code for a queue that is not there, and PostgreSQL's for a job whose queue is deleted meanwhile. */
const missing = new Set<unknown>(['PGBOSS_QUEUE_NOT_FOUND', '23503']);

/** Tries before a queue that is deleted again and again is an error. */
const attempts = 5;

function isQueueMissing(thrown: unknown): boolean {
  const { code, cause } = thrown as { code?: unknown; cause?: unknown };
  return missing.has(code) || (cause instanceof Error && isQueueMissing(cause));
}

/**
 * Deletes queues with what is in them. One that a process is filling at this moment stays: that process believes it leads, and
 * the next leader deletes it.
 */
export async function deleteQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  for (const name of names) await unlessMissing(boss.deleteQueue(name), undefined);
}

/** Gives `nothing` where the queue is gone: then its jobs are, too. */
export async function unlessMissing<T>(work: Promise<T>, nothing: T): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (isQueueMissing(thrown)) return nothing;
    throw thrown;
  }
}

/** Fills a queue, which is created where it is missing: nobody has filled it yet, or another process has deleted it. */
export async function fillQueue<T>(
  boss: PgBoss,
  queue: { readonly kind: QueueKind; readonly name: string },
  fill: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fill();
    } catch (thrown) {
      if (attempt === attempts || !isQueueMissing(thrown)) throw thrown;
      await createQueue(boss, queue.kind, queue.name);
    }
  }
}
