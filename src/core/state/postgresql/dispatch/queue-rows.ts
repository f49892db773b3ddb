import type { DispatchedTask, DispatchSelection } from '../../../ports/state/dispatcher.ts';
import { type Row, text, whole } from '../../read-column.ts';
import type { Query } from '../connection/database-connection.ts';
import { partsOf, type QueueKind, queueName, queueSchema } from './queue-names.ts';

// What pg-boss has no call for, or one for each job. Its tables are described in its documentation, and its version is pinned.
// A job's group is its task; a job's key, unique within its queue, is its task and source.

/** Queues by the parts of their names: $1 the kind, $2 migrations, $3 waves; null for any. */
const fits = `split_part(name, '/', 1) = $1
  AND ($2::text[] IS NULL OR split_part(name, '/', 2) = ANY ($2))
  AND ($3::text[] IS NULL OR split_part(name, '/', 3) = ANY ($3))`;

/** Condition of the index for fetching. */
const waits = `state < 'active' AND NOT blocked`;

/**
 * Queues from which a job may be taken now, that with the first job in order first; at most a few. Each row also gives the version
 * of the schema.
 */
export async function findHeads(
  query: Query,
  kind: QueueKind,
  selection: DispatchSelection,
): Promise<readonly Row[]> {
  const { migrations, waves } = partsOf(selection);
  return query(
    `SELECT queue.name, (SELECT version FROM ${queueSchema}.version) AS version
     FROM ${queueSchema}.queue CROSS JOIN LATERAL (
       SELECT priority, created_on FROM ${queueSchema}.job
       WHERE job.name = queue.name AND ${waits} AND start_after <= ${queueSchema}.job_now()
       ORDER BY priority DESC, created_on LIMIT 1
     ) AS head
     WHERE ${fits.replaceAll('name', 'queue.name')}
     ORDER BY head.priority DESC, head.created_on LIMIT 8`,
    ...[kind, migrations, waves],
  );
}

/** The priority that comes after all of a migration that wait. */
export async function nextPriority(query: Query, migration: string): Promise<number> {
  const { migrations } = partsOf({ migrations: [migration], waves: null });
  const [row = {}] = await query(
    `SELECT COALESCE(min(last.priority), 0) - 1 AS next
     FROM ${queueSchema}.queue CROSS JOIN LATERAL (
       SELECT priority FROM ${queueSchema}.job
       WHERE job.name = queue.name AND ${waits} ORDER BY priority LIMIT 1
     ) AS last
     WHERE ${fits.replaceAll('name', 'queue.name')}`,
    ...['repository', migrations, null],
  );
  return whole(row, 'next');
}

/** Which of these keys of a migration wait or are active, in whatever wave. */
export async function findQueued(
  query: Query,
  migration: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { migrations } = partsOf({ migrations: [migration], waves: null });
  // As the index of the policy has it.
  const rows = await query(
    `SELECT singleton_key FROM ${queueSchema}.job
     WHERE name IN (SELECT name FROM ${queueSchema}.queue WHERE ${fits})
       AND COALESCE(singleton_key, '') = ANY ($4) AND state <= 'active' AND policy = 'exclusive'`,
    ...['repository', migrations, null, keys],
  );
  return new Set(rows.map((row) => text(row, 'singleton_key')));
}

/** @param task null for all */
export async function removeWaiting(
  query: Query,
  migration: string,
  task: DispatchedTask | null,
): Promise<void> {
  const { migrations } = partsOf({ migrations: [migration], waves: null });
  await query(
    `DELETE FROM ${queueSchema}.job
     WHERE name IN (SELECT name FROM ${queueSchema}.queue WHERE split_part(name, '/', 2) = $1
         AND split_part(name, '/', 1) = 'repository')
       AND state < 'active' AND ($2::text IS NULL OR group_id = $2)`,
    ...[migrations?.[0] ?? '', task],
  );
}

export async function removeTimer(
  query: Query,
  migration: string,
  task: DispatchedTask,
): Promise<void> {
  await query(
    `DELETE FROM ${queueSchema}.job WHERE name = $1 AND group_id = $2`,
    ...[queueName('timer', migration), task],
  );
}
