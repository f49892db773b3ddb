import type { ChainContent, ChainEnd } from '../../kernel/hash-chain.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { auditEnd, auditType } from '../audit-lines.ts';
import type { FencedStatements } from './fenced-statements.ts';

const lastSql = `SELECT body FROM event WHERE migration = ? AND type = '${auditType}'
  ORDER BY sequence DESC LIMIT 1`;
const insertSql = `INSERT INTO event (migration, type, body) VALUES (?, '${auditType}', ?)`;

/** The record of writes. The last line is read once: as long as the lease is held, nobody else adds one. */
export function createAuditWriter(
  { migration, redactor }: { readonly migration: string; readonly redactor: Redactor },
  sql: FencedStatements,
): Pick<MigrationWriter, 'appendAudit'> {
  let last: ChainEnd | null | undefined;
  return {
    async appendAudit(start, contents) {
      // Node's cryptography takes milliseconds to load, and `status` reads the state without it.
      const chain = await import('../../kernel/hash-chain.ts');
      if (last === undefined) {
        const statement = { sql: lastSql, values: [migration] };
        const found = await sql.find((row) => auditEnd(chain, row), statement);
        // Another call may have added lines meanwhile.
        if (last === undefined) last = found;
      }
      last = sql.transact({ flushes: false }, (run) => {
        let end = last ?? null;
        const all: readonly ChainContent[] = end === null ? [start, ...contents] : contents;
        for (const content of all) {
          const line = chain.chainLine(end, redactor.data(content));
          run({ sql: insertSql, values: [migration, line.text] });
          end = line.end;
        }
        return end;
      });
      return last?.line ?? 0;
    },
  };
}
