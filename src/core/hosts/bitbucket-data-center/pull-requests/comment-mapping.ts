import type {
  InlineLocation,
  SourceComment,
  SourceTask,
} from '../../../ports/records/pull-request.ts';
import { notUnderstoodRow, oldestFirst, parseResponse, type RowKind } from '../../shared/rows.ts';
import {
  type Anchor,
  type CommentRow,
  commentSchema,
  diffContext,
  type LegacyTask,
} from './activity-schema.ts';

/** One comment of a conversation with where it hangs. */
interface Found {
  readonly row: CommentRow;
  readonly parentId: string | null;
  readonly anchor: Anchor | null;
  readonly diff: unknown;
  readonly isDeleted: boolean;
}

type Visit = Omit<Found, 'row'> & { readonly value: unknown; readonly position: number };

export interface CommentsOptions {
  readonly kind: RowKind;
  readonly webUrl: (id: string) => string;
}

export interface GatheredComments {
  /** @param given the comment of an activity, with what the activity says of its place */
  add(given: {
    comment: unknown;
    anchor: Anchor | null;
    diff: unknown;
    isDeleted: boolean;
    position: number;
  }): void;
  read(): {
    comments: readonly SourceComment[];
    tasks: readonly SourceTask[];
    unpublished: number;
  };
}

/**
 * Comments as the activity reports them: whole threads, replies within replies, and in some versions every reply once more
 * for itself. Each is taken once, with what each of its places says.
 */
export function gatherComments(options: CommentsOptions): GatheredComments {
  const { kind } = options;
  const found = new Map<string, Found>();

  /** @returns its replies, to be visited as well */
  function visit({ value, position, ...rest }: Visit): readonly Visit[] {
    const row = parseResponse(commentSchema, value, { kind, position });
    const parentId = rest.parentId ?? row.parent?.id ?? null;
    const known = found.get(row.id);
    found.set(row.id, {
      // What was changed since stands in the newest of several.
      row: known === undefined || row.version >= known.row.version ? row : known.row,
      parentId: parentId ?? known?.parentId ?? null,
      anchor: row.anchor ?? rest.anchor ?? known?.anchor ?? null,
      diff: rest.diff ?? known?.diff,
      isDeleted: rest.isDeleted && (known?.isDeleted ?? true),
    });
    return (row.comments ?? []).map((reply) => ({
      ...nothing,
      value: reply,
      parentId: row.id,
      position,
    }));
  }

  return {
    add({ comment, ...place }) {
      // A chain of replies may be longer than calls can be nested.
      const left: Visit[] = [{ ...place, value: comment, parentId: null }];
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        left.push(...visit(next).toReversed());
      }
    },
    read: () => split([...found.values()], options),
  };
}

const nothing = { anchor: null, diff: undefined, isDeleted: false };

function split(found: readonly Found[], options: CommentsOptions) {
  const published = found.filter((one) => !isPending(one));
  const parents = new Set(published.flatMap(({ parentId }) => parentId ?? []));
  const comments: SourceComment[] = [];
  const tasks: SourceTask[] = [];
  for (const one of published) {
    const task = isTask(one) ? toTask(one, options) : null;
    const hasThread = parents.has(one.row.id) || one.anchor !== null;
    // One that is answered, or stands on a line, is a remark as well.
    if (task === null || hasThread) comments.push(toComment(one, options));
    if (task !== null) tasks.push(hasThread ? { ...task, commentId: one.row.id } : task);
    for (const legacy of one.row.tasks ?? []) {
      tasks.push(fromLegacy(legacy, one, options));
    }
  }
  return {
    comments: oldestFirst(comments),
    tasks: oldestFirst(tasks),
    unpublished: found.length - published.length,
  };
}

function isPending({ row }: Found): boolean {
  return /^PENDING$/i.test(row.state);
}

function isTask({ row }: Found): boolean {
  return /^BLOCKER$/i.test(row.severity);
}

function toComment(one: Found, options: CommentsOptions): SourceComment {
  const { row, parentId, anchor, diff } = one;
  const createdAt = dateOf(row, options);
  const { threadResolved, threadResolver, threadResolvedDate } = row;
  return {
    id: row.id,
    parentId,
    author: row.author,
    text: { raw: one.isDeleted ? '' : row.text, markup: 'markdown' },
    createdAt,
    updatedAt: row.updatedDate ?? createdAt,
    isDeleted: one.isDeleted,
    resolution:
      threadResolved && parentId === null ? { by: threadResolver, at: threadResolvedDate } : null,
    inline: anchor === null ? null : toPlace(anchor, diff),
    webUrl: options.webUrl(row.id),
  };
}

/** A remark that has to be dealt with before the pull request may be merged. */
function toTask({ row, parentId }: Found, options: CommentsOptions): SourceTask {
  return {
    id: row.id,
    text: { raw: row.text, markup: 'markdown' },
    isResolved: /^RESOLVED$/i.test(row.state),
    author: row.author,
    createdAt: dateOf(row, options),
    resolvedBy: row.resolver,
    resolvedAt: row.resolvedDate,
    commentId: parentId,
  };
}

function fromLegacy(task: LegacyTask, { row }: Found, options: CommentsOptions): SourceTask {
  return {
    // They have numbers of their own, which a comment may have too.
    id: `task ${task.id}`,
    text: { raw: task.text, markup: 'markdown' },
    isResolved: /^RESOLVED$/i.test(task.state),
    author: task.author,
    createdAt: task.createdDate ?? dateOf(row, options),
    resolvedBy: task.resolver,
    resolvedAt: task.resolvedDate,
    commentId: row.id,
  };
}

function dateOf(row: CommentRow, { kind }: CommentsOptions): string {
  const date = row.createdDate ?? row.updatedDate;
  if (date === null) throw notUnderstoodRow(row, { kind, position: 0, wrong: ['createdDate'] });
  return date;
}

/** The host reports one line, by the side that it was seen on; of several the last, and the first beside it. */
function toPlace(anchor: Anchor, diff: unknown): InlineLocation {
  const { fileType, line, lineType, multilineMarker } = anchor;
  const isOld = isOldSide(fileType, lineType);
  const start = line === null ? null : (multilineMarker?.startLine ?? null);
  const isStartOld = isOldSide(null, multilineMarker?.startLineType ?? null, isOld);
  return {
    path: anchor.path,
    oldPath: anchor.srcPath,
    from: isOld ? line : null,
    to: isOld ? null : line,
    startFrom: isStartOld ? start : null,
    startTo: isStartOld ? null : start,
    isOutdated: anchor.orphaned,
    context: diffContext(diff),
    sourceCommit: anchor.toHash,
    destinationCommit: anchor.fromHash,
  };
}

/** A line that is on both sides is meant on the side that the file is of. */
function isOldSide(file: string | null, line: string | null, otherwise = false): boolean {
  if (file !== null && /^(FROM|TO)$/i.test(file)) return /^FROM$/i.test(file);
  if (line !== null && /^(REMOVED|ADDED)$/i.test(line)) return /^REMOVED$/i.test(line);
  return otherwise;
}
