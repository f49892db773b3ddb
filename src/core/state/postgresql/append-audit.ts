import type { ChainContent, ChainEnd } from '../../kernel/hash-chain.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import { auditEnd, auditType } from '../audit-lines.ts';
import type { WriterOptions } from './lease/fenced-statements.ts';

const lastSql = `SELECT body FROM migrator.event WHERE migration = $1 AND type = '${auditType}'
  ORDER BY sequence DESC LIMIT 1`;
/** Nobody has added a line since the last one was read. Others wait here until this statement has ended. */
const moveSql = `UPDATE migrator.audit_end SET line = $6 FROM held
  WHERE migration = $1 AND line = $5 RETURNING line`;
const insertSql = `INSERT INTO migrator.event (migration, type, body, writer)
  SELECT $1, '${auditType}', line.body, line.writer
  FROM part0, unnest($3::text[], $4::text[]) WITH ORDINALITY AS line (body, writer, number)
  ORDER BY number`;
const beginSql = `INSERT INTO migrator.audit_end (migration, line) SELECT $1, 0 FROM held
  ON CONFLICT DO NOTHING`;

/** The record of writes. Its last line is read once, and again where another process has added one since. */
export function createAuditWriter(options: WriterOptions): Pick<MigrationWriter, 'appendAudit'> {
  const { sql, migration, holder, redactor } = options;
  let last: ChainEnd | null | undefined;
  let adding: Promise<unknown> = Promise.resolve();

  async function add(start: ChainContent, contents: readonly ChainContent[]): Promise<number> {
    const chain = await import('../../kernel/hash-chain.ts');
    for (;;) {
      const before =
        last === undefined
          ? auditEnd(chain, await sql.get((row) => row, lastSql, migration))
          : last;
      // Read again unless this goes well: nobody knows how far it came.
      last = undefined;
      if (before === null) await sql.note([beginSql]);
      const added = before === null ? [start, ...contents] : contents;
      const { lines, end } = chained(chain, before, redactor.data(added));
      if (end === null) return 0;
      const first = (before?.line ?? 0) + 1;
      const names = lines.map((_, index) => `${holder} audit ${first + index}`);
      const moved = await sql.runForLargest(
        [moveSql, insertSql],
        'line',
        { flushes: false },
        ...[lines, names, first - 1, end.line],
      );
      // Where the answer was lost and it was sent once more, the first one has moved it.
      if (moved > 0 || (await isThere(names))) {
        last = end;
        return end.line;
      }
    }
  }

  async function isThere(names: readonly string[]): Promise<boolean> {
    const found = await sql.get(
      (row) => row,
      'SELECT sequence FROM migrator.event WHERE writer = $1',
      names[0] ?? '',
    );
    return found !== null;
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

/** The lines that follow the last one, and the new end. */
function chained(
  { chainLine }: typeof import('../../kernel/hash-chain.ts'),
  last: ChainEnd | null,
  contents: readonly ChainContent[],
): { lines: readonly string[]; end: ChainEnd | null } {
  const lines: string[] = [];
  let end = last;
  for (const content of contents) {
    const line = chainLine(end, content);
    lines.push(line.text);
    end = line.end;
  }
  return { lines, end };
}
