import type { ChainEnd } from '../kernel/hash-chain.ts';
import { MalformedRow, type Row, text, whole } from './read-column.ts';

/** The type of the lines of the record of writes among the events, whose table has the order and the index that it needs. */
export const auditType = 'audit';

export function toAuditLine(row: Row) {
  return { position: whole(row, 'sequence'), text: text(row, 'body') };
}

/** Where the record ends, from the row of its last line; `null` where it has none. */
export function auditEnd(
  { chainEndOf }: typeof import('../kernel/hash-chain.ts'),
  row: Row | null | undefined,
): ChainEnd | null {
  if (row === null || row === undefined) return null;
  const end = chainEndOf(text(row, 'body'));
  if (end === null) throw new MalformedRow('a line of the audit log has no number');
  return end;
}
