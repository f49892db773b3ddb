import type { SQLInputValue } from 'node:sqlite';
import type { RepositoryState } from '../../ports/records/migration.ts';
import { resetMark } from '../../ports/records/migration.ts';

/** Each takes the migration and the repository. */
export const resettingSql = [
  'DELETE FROM step WHERE migration = ? AND repository = ?',
  `UPDATE repository SET status = 'pending', refs = NULL, reason = NULL, failure = NULL,
    started_at = NULL, finished_at = NULL WHERE migration = ? AND source = ?`,
  `UPDATE object SET data = '${resetMark}'
    WHERE migration = ? AND repository = ? AND kind = 'repository'`,
];

export function repositoryColumns(
  change: Partial<Omit<RepositoryState, 'source' | 'target'>>,
): Record<string, SQLInputValue> {
  const columns: Record<string, SQLInputValue> = {};
  if (change.status !== undefined) columns.status = change.status;
  if (change.refs !== undefined) columns.refs = change.refs;
  if (change.webUrl !== undefined) columns.web_url = change.webUrl;
  if (change.reason !== undefined) columns.reason = change.reason;
  if (change.startedAt !== undefined) columns.started_at = change.startedAt;
  if (change.finishedAt !== undefined) columns.finished_at = change.finishedAt;
  if (change.failure !== undefined) {
    columns.failure = change.failure === null ? null : JSON.stringify(change.failure);
  }
  return columns;
}
