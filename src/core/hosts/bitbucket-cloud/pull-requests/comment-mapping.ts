import * as z from 'zod';
import type {
  InlineLocation,
  SourceComment,
  SourceTask,
} from '../../../ports/records/pull-request.ts';
import { flag, hash, identifier, line, orNull, timestamp } from '../../shared/lenient-schema.ts';
import { notUnderstoodRow, parseResponse, type RowKind } from '../../shared/rows.ts';
import { person } from '../names/people.ts';
import { textOf, writtenText } from './source-text.ts';

const inline = orNull(
  z.object({
    path: z.string().min(1),
    from: line,
    to: line,
    start_from: line,
    start_to: line,
    outdated: flag,
    context_lines: orNull(z.string()),
    src_rev: hash,
    dest_rev: hash,
  }),
);

const commentSchema = z.object({
  id: identifier,
  parent: z.object({ id: identifier }).nullish(),
  content: writtenText,
  rendered: writtenText,
  user: person,
  created_on: timestamp,
  updated_on: timestamp,
  deleted: flag,
  pending: flag,
  resolution: z.object({ user: person, created_on: timestamp }).nullish(),
  inline,
});

interface ReadComment {
  readonly comment: SourceComment;
  /** Visible to its author only. */
  readonly isPending: boolean;
}

/** @throws `bad-answer` for a row that cannot be understood */
export function toSourceComment(
  row: unknown,
  options: { kind: RowKind; position: number; webUrl: (id: string) => string },
): ReadComment {
  const read = parseResponse(commentSchema, row, options);
  const createdAt = read.created_on ?? read.updated_on;
  if (createdAt === null) throw notUnderstoodRow(row, { ...options, wrong: ['created_on'] });
  const { resolution } = read;
  return {
    isPending: read.pending,
    comment: {
      id: read.id,
      parentId: read.parent?.id ?? null,
      author: read.user,
      text: textOf(read.content, read.rendered),
      createdAt,
      updatedAt: read.updated_on ?? createdAt,
      isDeleted: read.deleted,
      resolution: resolution ? { by: resolution.user, at: resolution.created_on } : null,
      inline: toPlace(read.inline),
      webUrl: options.webUrl(read.id),
    },
  };
}

function toPlace(read: z.infer<typeof inline>): InlineLocation | null {
  if (read === null) return null;
  return {
    path: read.path,
    // Bitbucket shows the new path only.
    oldPath: null,
    from: read.from,
    to: read.to,
    startFrom: read.start_from,
    startTo: read.start_to,
    isOutdated: read.outdated,
    context: read.context_lines,
    sourceCommit: read.src_rev,
    destinationCommit: read.dest_rev,
  };
}

/** Omits long, unused fields. */
export const commentFields = [
  '-values.links',
  '-values.pullrequest',
  '-values.content.html',
  '-values.user.links',
  '-values.resolution.user.links',
] as const;

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
