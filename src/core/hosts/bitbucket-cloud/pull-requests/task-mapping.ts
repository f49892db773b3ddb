import * as z from 'zod';
import type { SourceTask } from '../../../ports/records/pull-request.ts';
import { flag, identifier, timestamp } from '../../shared/lenient-schema.ts';
import { notUnderstoodRow, parseResponse, type RowKind } from '../../shared/rows.ts';
import { person } from '../people.ts';
import { textOf, writtenText } from './source-text.ts';

const taskSchema = z.object({
  id: identifier,
  state: z.string().catch(''),
  content: writtenText,
  creator: person,
  created_on: timestamp,
  updated_on: timestamp,
  resolved_on: timestamp,
  resolved_by: person,
  comment: z.object({ id: identifier }).nullish(),
  pending: flag,
});

/** @throws `bad-answer` for a row that cannot be understood */
export function toSourceTask(
  row: unknown,
  options: { kind: RowKind; position: number },
): { readonly task: SourceTask; readonly isPending: boolean } {
  const read = parseResponse(taskSchema, row, options);
  const createdAt = read.created_on ?? read.updated_on;
  if (createdAt === null) throw notUnderstoodRow(row, { ...options, wrong: ['created_on'] });
  return {
    isPending: read.pending,
    task: {
      id: read.id,
      text: textOf(read.content),
      isResolved: read.state.toUpperCase() === 'RESOLVED',
      author: read.creator,
      createdAt,
      resolvedBy: read.resolved_by,
      resolvedAt: read.resolved_on,
      commentId: read.comment?.id ?? null,
    },
  };
}

export const taskFields = [
  '-values.links',
  '-values.content.html',
  '-values.creator.links',
  '-values.resolved_by.links',
  '-values.comment.links',
] as const;
