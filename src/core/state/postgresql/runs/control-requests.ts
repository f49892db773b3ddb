import {
  type ControlRequest,
  controlRequests,
  type SharedRuns,
} from '../../../ports/state/shared-run.ts';
import { oneOf, type Row, text } from '../../read-column.ts';
import type { Work } from '../connection/database-connection.ts';

/** Returns what people want of runs that another process coordinates. */
export function createControlRequests(
  write: <T>(work: Work<T>) => Promise<T>,
  read: <T>(work: Work<T>, nothing: T) => Promise<T>,
): Pick<SharedRuns, 'leaveRequest' | 'takeRequests'> {
  return {
    // Through the connection for reading: to watch needs no marker key.
    leaveRequest: (migration, request) =>
      read(async (query) => {
        const source = 'source' in request ? request.source : '';
        await query(
          'INSERT INTO migrator.wish (migration, kind, source) VALUES ($1, $2, $3)',
          ...[migration, request.kind, source],
        );
      }, undefined),
    takeRequests: (migration) =>
      write(async (query) => {
        const rows = await query(
          `WITH taken AS (DELETE FROM migrator.wish WHERE migration = $1
             RETURNING number, kind, source)
           SELECT kind, source FROM taken ORDER BY number`,
          migration,
        );
        return rows.map(toControlRequest);
      }),
  };
}

function toControlRequest(row: Row): ControlRequest {
  const kind = oneOf(row, 'kind', controlRequests);
  return kind === 'skip' || kind === 'retry' ? { kind, source: text(row, 'source') } : { kind };
}
