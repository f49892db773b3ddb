import { randomUUID } from 'node:crypto';
import { type DispatchedTask, dispatchedTasks } from '../../ports/state/dispatcher.ts';
import { isPresence, type SharedRun, type SharedRuns } from '../../ports/state/shared-run.ts';
import { oneOf, type Row, text } from '../read-column.ts';
import { toRepositoryState } from '../rows.ts';
import { findKeptBack, type Living, livingClaims, repositoryLease, takeClaim } from './claim.ts';
import { claimedByWorker } from './claimed-by-worker.ts';
import type { DatabaseConnection, Query, Work } from './connection/database-connection.ts';
import { FencedStatements, type WriterOptions } from './lease/fenced-statements.ts';
import { createClaimWriter } from './postgresql-writer.ts';
import { createControlRequests } from './runs/control-requests.ts';
import { createResultWriter, readsOfResults } from './runs/run-results.ts';

/** How several processes work on one migration. */
export function createSharedRuns(store: {
  readonly options: Living & Pick<WriterOptions, 'place' | 'redactor'>;
  readonly connection: DatabaseConnection;
  readonly write: <T>(work: Work<T>) => Promise<T>;
  readonly read: <T>(work: Work<T>, nothing: T) => Promise<T>;
}): SharedRuns {
  const { options, connection, write, read } = store;
  const { place, machine, isProcessAlive, redactor, hostname } = options;
  return {
    ...readsOfRuns(read),
    async claim({ migration, run, source }, process) {
      const holder = randomUUID();
      const at = connection.elapsed();
      const living = { hostname, machine, isProcessAlive };
      const claim = { ...living, migration, run, source, process, holder };
      const taken = await write(async (query, current) => {
        const found = await takeClaim(query, claim);
        return found === null ? null : { ...found, connection: current, at };
      });
      if (taken === null) return null;
      const lease = repositoryLease({ migration, source, holder });
      const sql = new FencedStatements({ connection, migration, lease }, taken);
      const { previous } = taken;
      return {
        ...createClaimWriter({ sql, place, migration, holder, redactor, lost: lease.lost }),
        ...{ id: holder, previous },
        saveResult: createResultWriter({ sql, redactor }, { run, source }),
      };
    },
    findRepository: (migration, source) =>
      read(async (query) => {
        const [found] = await query(
          'SELECT * FROM migrator.repository WHERE migration = $1 AND source = $2',
          ...[migration, source],
        );
        return found === undefined ? null : toRepositoryState(found);
      }, null),
    isKeptBack: (migration, source) =>
      read((query) => findKeptBack(query, migration, source), false),
    listClaims: (migration) =>
      read((query) => livingClaims(query, { migration, machine, isProcessAlive, hostname }), []),
    announce: (migration, decision) =>
      write(async (query) => {
        if (decision.kind === 'skip') {
          await query(
            'UPDATE migrator.claim SET is_skipped = true WHERE migration = $1 AND source = $2',
            ...[migration, decision.source],
          );
          return;
        }
        await query(
          'UPDATE migrator.run SET is_held = $2 WHERE migration = $1',
          ...[migration, decision.kind === 'hold'],
        );
      }),
    ...createControlRequests(write, read),
    ...readsOfResults(store),
  };
}

function readsOfRuns(
  read: <T>(work: Work<T>, nothing: T) => Promise<T>,
): Pick<SharedRuns, 'findRun' | 'listRuns' | 'listBusy'> {
  return {
    findRun: (migration) =>
      read(async (query) => {
        const [found] = await query(
          'SELECT id, task, options FROM migrator.run WHERE migration = $1',
          migration,
        );
        return found === undefined ? null : toSharedRun(found);
      }, null),
    listRuns: () =>
      read(async (query) => {
        const rows = await query('SELECT migration FROM migrator.run ORDER BY migration');
        return rows.map((row) => text(row, 'migration'));
      }, []),
    listBusy: () =>
      read(async (query) => {
        // One statement: between two, a command could hold a run back and let it go on.
        const rows = await query(
          `SELECT migration FROM migrator.run
           UNION SELECT migration FROM migrator.lease WHERE expires_at > migrator.now_ms()
           UNION SELECT migration FROM migrator.claim WHERE expires_at > migrator.now_ms()`,
        );
        return rows.map((row) => text(row, 'migration'));
      }, []),
  };
}

/**
 * From the end of the transaction on nobody joins the run, or works on it; a run of the task that joins goes on.
 * @throws `state` naming a process that still works
 */
export async function endSharedRun(
  query: Query,
  options: Living & { migration: string; joins: DispatchedTask | undefined },
): Promise<void> {
  const { migration, joins } = options;
  const [run] = await query('SELECT task FROM migrator.run WHERE migration = $1', migration);
  // None: a coordinator of any task may have ended between two runs.
  if (joins !== undefined && (run === undefined || run.task === joins)) return;
  await query('DELETE FROM migrator.run WHERE migration = $1', migration);
  // After it, so that a claim that was taken meanwhile is seen.
  const claim = (await livingClaims(query, options)).find((one) => !isPresence(one));
  if (claim !== undefined) throw claimedByWorker(options.migration, claim);
}

function toSharedRun(row: Row): SharedRun {
  const task = oneOf(row, 'task', dispatchedTasks);
  return { id: text(row, 'id'), task, options: text(row, 'options') };
}
