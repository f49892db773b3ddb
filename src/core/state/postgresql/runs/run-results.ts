import type { SharedRuns } from '../../../ports/state/shared-run.ts';
import { text } from '../../read-column.ts';
import type { Work } from '../connection/database-connection.ts';
import type { WriterOptions } from '../lease/fenced-statements.ts';

/** Saves what a run's work on a repository came to, by its claim. */
export function createResultWriter(
  { sql, redactor }: Pick<WriterOptions, 'sql' | 'redactor'>,
  { run, source }: { readonly run: string; readonly source: string },
) {
  return async (result: unknown): Promise<void> => {
    // Locks the run's row: a process that ends the run either removes this result, or ends it before.
    const insert = `INSERT INTO migrator.run_result (migration, run, source, result)
      SELECT $1, $3, $4, $5 FROM held,
        (SELECT FROM migrator.run WHERE migration = $1 AND id = $3 FOR SHARE) AS run
      ON CONFLICT DO NOTHING`;
    const written = result === null ? null : JSON.stringify(redactor.data(result));
    await sql.run([insert], run, source, written);
  };
}

/** The same for the process that leads the run. */
export function readsOfResults(store: {
  readonly write: <T>(work: Work<T>) => Promise<T>;
  readonly read: <T>(work: Work<T>, nothing: T) => Promise<T>;
}): Pick<SharedRuns, 'listResults' | 'dropResults' | 'hasResult'> {
  return {
    listResults: ({ migration, run }, limit) =>
      store.read(async (query) => {
        const rows = await query(
          `SELECT source, result FROM migrator.run_result
           WHERE migration = $1 AND run = $2 AND result IS NOT NULL ORDER BY source LIMIT $3`,
          ...[migration, run, limit],
        );
        return rows.map((row) => ({ source: text(row, 'source'), text: text(row, 'result') }));
      }, []),
    dropResults: ({ migration, run }, sources) =>
      store.write(async (query) => {
        await query(
          `UPDATE migrator.run_result SET result = NULL
           WHERE migration = $1 AND run = $2 AND source = ANY ($3::text[])`,
          ...[migration, run, sources],
        );
      }),
    hasResult: ({ migration, run, source }) =>
      store.read(async (query) => {
        const found = await query(
          'SELECT FROM migrator.run_result WHERE migration = $1 AND run = $2 AND source = $3',
          ...[migration, run, source],
        );
        return found.length > 0;
      }, false),
  };
}
