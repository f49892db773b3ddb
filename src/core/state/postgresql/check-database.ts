import type { Clock } from '../../kernel/clock.ts';
import { formatDuration } from '../../kernel/format/format.ts';
import type { StoreWarning } from '../../ports/store.ts';
import { measureOffset } from './connection/database-clock.ts';
import type { Query } from './connection/database-connection.ts';
import { databaseError } from './connection/database-error.ts';
import { checkMarkerKey, checkServer, isPrepared } from './lease/prepare-database.ts';

/** Milliseconds that clocks may differ unnoticed. */
const tolerated = 5000;

/**
 * Tells whether this user can keep a state here. Writes nothing.
 * @throws `state` where it cannot
 */
export async function checkDatabase(
  query: Query,
  options: {
    place: string;
    clock: Pick<Clock, 'now'>;
    markerKey: Parameters<typeof checkMarkerKey>[2];
  },
): Promise<readonly StoreWarning[]> {
  const { place, clock, markerKey } = options;
  await checkServer(query, place);
  const isThere = await isPrepared(query, place);
  const right = isThere
    ? `has_table_privilege('migrator.lease', 'INSERT, UPDATE')`
    : `has_database_privilege(current_database(), 'CREATE')`;
  const [found = {}] = await query(
    `SELECT ${right} AS may_write, pg_is_in_recovery() AS is_replica,
      current_setting('synchronous_commit') AS flushes`,
  );
  if (found.is_replica === true) throw databaseError({ code: '25006' }, place);
  if (found.may_write !== true) throw databaseError({ code: '42501' }, place);
  if (isThere && markerKey.has()) await checkMarkerKey(query, place, markerKey, 'read');
  const offset = await measureOffset(query, clock);
  return [
    ...(found.flushes === 'off'
      ? [
          {
            message: `The database at ${place} does not flush commits to disk`,
            remedy: 'Set synchronous_commit to on: a server crash could lose what was created.',
          },
        ]
      : []),
    ...(Math.abs(offset) > tolerated
      ? [
          {
            message: `This machine's clock and the database's clock differ by ${formatDuration(Math.abs(offset))}`,
            remedy: "migrator uses the database's clock. Sync both with the same time server.",
          },
        ]
      : []),
  ];
}
