import { mergeRateLimitStates } from '../../network/rate-limit/merge-state.ts';
import {
  freshRateLimitState,
  parseRateLimitState,
  type RateLimitState,
} from '../../network/rate-limit/rate-limit-state.ts';
import { type Row, text } from '../read-column.ts';
import { inTransaction, type Query } from './connection/database-connection.ts';

const day = 86_400_000;

/** No limit reaches further back than a day; accounts are known for longer. */
export async function forgetOldBudgets(query: Query): Promise<void> {
  const old = 'changed_at < migrator.now_ms() - $1::bigint';
  await query(`DELETE FROM migrator.budget WHERE ${old}`, day);
  await query(`DELETE FROM migrator.budget_alias WHERE ${old}`, 90 * day);
}

/** The name of the account's budget, where the credential's account is known. */
const named = 'coalesce((SELECT name FROM migrator.budget_alias WHERE key = $1), $1)';
/** The revision of a budget that nobody has written yet. */
const unwritten = '';

export async function readBudget(
  query: Query,
  name: string,
): Promise<{ readonly revision: string; readonly state: RateLimitState }> {
  const [row] = await query(
    `SELECT revision, state FROM migrator.budget WHERE name = ${named}`,
    name,
  );
  if (row === undefined) return { revision: unwritten, state: freshRateLimitState };
  return { revision: text(row, 'revision'), state: parse(row) };
}

/** @returns whether the budget was still as it was before */
export async function writeBudget(
  query: Query,
  change: { name: string; before: string; revision: string; state: RateLimitState },
): Promise<boolean> {
  const { name, before, revision, state } = change;
  const values = [name, revision, JSON.stringify(state)];
  // A request is counted before it is sent, and must not be forgotten; the server's disk need not have it.
  const unflushed = "set_config('synchronous_commit', 'off', true)";
  const [written] =
    before === unwritten
      ? await query(
          `INSERT INTO migrator.budget (name, revision, changed_at, state)
           VALUES (${named}, $2, migrator.now_ms(), $3)
           ON CONFLICT (name) DO NOTHING RETURNING ${unflushed}`,
          ...values,
        )
      : await query(
          `UPDATE migrator.budget SET revision = $2, changed_at = migrator.now_ms(), state = $3
           WHERE name = ${named} AND revision = $4 RETURNING ${unflushed}`,
          ...[...values, before],
        );
  return written !== undefined;
}

/** Makes one budget another name of the account's, and moves its counts there. */
export async function foldBudget(
  query: Query,
  { key, account }: { key: string; account: string },
): Promise<void> {
  await inTransaction(query, async () => {
    const [before] = await query(
      `WITH earlier AS (SELECT name FROM migrator.budget_alias WHERE key = $1)
       INSERT INTO migrator.budget_alias (key, name, changed_at)
       VALUES ($1, $2, migrator.now_ms())
       ON CONFLICT (key) DO UPDATE SET name = excluded.name, changed_at = excluded.changed_at
       RETURNING (SELECT name FROM earlier) AS earlier`,
      ...[key, account],
    );
    // What another account has sent stays its own.
    if (before?.earlier !== null || key === account) return;
    await query(
      `INSERT INTO migrator.budget (name, revision, changed_at, state)
       VALUES ($1, 'fresh', migrator.now_ms(), $2) ON CONFLICT (name) DO NOTHING`,
      ...[account, JSON.stringify(freshRateLimitState)],
    );
    const rows = await query(
      'SELECT name, state FROM migrator.budget WHERE name IN ($1, $2) ORDER BY name FOR UPDATE',
      ...[key, account],
    );
    const own = rows.find(({ name }) => name === key);
    const shared = rows.find(({ name }) => name === account);
    if (own === undefined || shared === undefined) return;
    await query(
      `UPDATE migrator.budget SET state = $2, revision = gen_random_uuid()::text,
         changed_at = migrator.now_ms() WHERE name = $1`,
      ...[account, JSON.stringify(mergeRateLimitStates(parse(shared), parse(own)))],
    );
    await query('DELETE FROM migrator.budget WHERE name = $1', key);
  });
}

function parse(row: Row): RateLimitState {
  try {
    return parseRateLimitState(JSON.parse(text(row, 'state')));
  } catch {
    return freshRateLimitState;
  }
}
