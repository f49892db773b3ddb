import type {
  ServerActivity,
  ServerAnchor,
  ServerComment,
} from '../../../../archive/records/server/shapes.ts';
import { parseUserReference } from '../../../../archive/records/server/user-reference.ts';
import type { AsRead, ExpectedEvent } from '../../../recorded/imports/expected-import.ts';
import { distinct } from '../github/render-verdicts.ts';
import { type ArchiveNote, noteOfOne } from '../notes-of-records.ts';
import type { SentItem, SentPullRequest } from '../sent-pull-request.ts';
import type { RenderedServerPull } from './render-server-pull.ts';
import { secondOf } from './server-rendering.ts';

/** Describes a pull request by what a Data Center's export has of it. Pure. */
export function sentByServer(
  {
    metadata,
    activities,
    asRead,
  }: Pick<RenderedServerPull, 'metadata' | 'activities'> & { readonly asRead: AsRead },
  notes: readonly ArchiveNote[],
): SentPullRequest {
  const { state, title, description, createdTimestamp, closedTimestamp, fromRef, toRef } = metadata;
  const author = metadata.allParticipants.find(({ role }) => role === 'AUTHOR');
  const waited = metadata.allParticipants.filter(
    ({ role, status }) => role === 'REVIEWER' && status === 'UNAPPROVED',
  );
  return {
    asRead,
    outcome: state === 'OPEN' ? 'open' : state === 'MERGED' ? 'merged' : 'closed',
    title,
    body: description,
    by: slugIn(author?.userId),
    at: secondOf(createdTimestamp),
    endedAt: closedTimestamp === undefined ? null : secondOf(closedTimestamp),
    head: fromRef.latestCommit,
    headBranch: fromRef.displayId,
    base: toRef.displayId,
    isDraft: metadata.draft,
    reviewers: waited.flatMap(({ userId }) => slugIn(userId) ?? []),
    changes: notes.map(noteOfOne),
    items: withDistinctKeys(activities.flatMap(itemsOf)),
    events: activities.flatMap(endIn),
  };
}

const plain = { place: null, verdict: null, isResolved: false } as const;

const verdicts = { APPROVED: 'approved', REVIEWED: 'changes-requested' } as const;

/** The importer makes reviews of verdicts, and comments of comments; it derives the events. */
function itemsOf(activity: ServerActivity): readonly SentItem[] {
  if (activity.kind === 'COMMENT:ADDED') return commentItems(activity.comment);
  if (activity.kind !== 'ACTIVITY') return [];
  const { action, userId, createdTimestamp } = activity;
  if (action !== 'APPROVED' && action !== 'REVIEWED') return [];
  const said = { by: slugIn(userId), at: secondOf(createdTimestamp), text: '' };
  const verdict = verdicts[action];
  const key = `verdict-${said.by} ${createdTimestamp} ${action}`;
  return [{ ...plain, ...said, key, kind: 'review', verdict }];
}

/** The importer says of an end who brought it about; other events are of its own making. */
function endIn(activity: ServerActivity): readonly ExpectedEvent[] {
  if (activity.kind !== 'MERGED' && activity.kind !== 'ACTIVITY') return [];
  const { userId, createdTimestamp } = activity;
  const happened = { by: slugIn(userId), at: secondOf(createdTimestamp) };
  if (activity.kind === 'MERGED')
    return [{ kind: 'merged', what: 'merged it', ...happened, commit: activity.hash ?? null }];
  if (activity.action !== 'DECLINED') return [];
  return [{ kind: 'closed', what: 'closed it', ...happened, commit: null }];
}

function withDistinctKeys(items: readonly SentItem[]): readonly SentItem[] {
  const keys = distinct(items.map(({ key }) => key));
  return items.map((item, index) => ({ ...item, key: keys[index] ?? item.key }));
}

function commentItems(root: ServerComment): readonly SentItem[] {
  const anchor = root.thread?.anchor;
  const all = [root];
  for (const { comments } of all) all.push(...comments);
  return all.map((comment): SentItem => {
    const { id, authorId, createdTimestamp, text } = comment;
    const at = secondOf(createdTimestamp);
    const said = { by: slugIn(authorId), at, text, key: `comment-${id}` };
    if (anchor === undefined) return { ...plain, ...said, kind: 'comment' };
    const isRoot = comment === root;
    return {
      ...{ ...plain, ...said, kind: 'review-comment' },
      place: isRoot ? placeOf(anchor) : { rootKey: `comment-${root.id}` },
      isResolved: isRoot && root.thread?.resolved === true,
    };
  });
}

function placeOf({ path, line, fileType, toHash: commit }: ServerAnchor): SentItem['place'] {
  if (line === 0) return { kind: 'file', commit, place: { path }, why: '' };
  const side = fileType === 'FROM' ? 'LEFT' : 'RIGHT';
  return { kind: 'line', commit, place: { path, side, line, startLine: null, startSide: null } };
}

function slugIn(userId: string | undefined): string | null {
  return parseUserReference(userId ?? '')?.slug ?? null;
}
