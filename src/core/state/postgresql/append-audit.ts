import type { ChainContent, ChainEnd } from '../../kernel/hash-chain.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { auditEnd, auditType } from '../audit-lines.ts';
import type { WriterOptions } from './fenced-statements.ts';

const lastSql = `SELECT body FROM migrator.event WHERE migration = $1 AND type = '${auditType}'
  ORDER BY sequence DESC LIMIT 1`;
/** A line that was sent once more after a lost answer is the same line. */
const insertSql = `INSERT INTO migrator.event (migration, type, body, writer)
  SELECT $1, '${auditType}', line.body, line.writer
  FROM held, unnest($3::text[], $4::text[]) WITH ORDINALITY AS line (body, writer, number)
  ORDER BY number ON CONFLICT (writer) DO NOTHING`;

/** The record of writes. The last line is read once: as long as the lease is held, nobody else adds one. */
export function createAuditWriter(options: WriterOptions): Pick<MigrationWriter, 'appendAudit'> {
  const { sql, migration, holder, redactor } = options;
  let last: ChainEnd | null | undefined;
  let adding: Promise<unknown> = Promise.resolve();

  async function add(start: ChainContent, contents: readonly ChainContent[]): Promise<number> {
    const chain = await import('../../kernel/hash-chain.ts');
    let end =
      last === undefined ? auditEnd(chain, await sql.get((row) => row, lastSql, migration)) : last;
    // Read again unless this goes well: nobody knows how far it came.
    last = undefined;
    const lines: string[] = [];
    const names: string[] = [];
    for (const content of end === null ? [start, ...contents] : contents) {
      const line = chain.chainLine(end, redactor.data(content));
      lines.push(line.text);
      names.push(`${holder} audit ${line.end.line}`);
      end = line.end;
    }
    await sql.note([insertSql], lines, names);
    last = end;
    return end?.line ?? 0;
  }

  return {
    appendAudit(start, contents) {
      // Each line holds the digest of the one before it.
      const next = adding.then(() => add(start, contents));
      adding = next.catch(() => {});
      return next;
    },
  };
}
