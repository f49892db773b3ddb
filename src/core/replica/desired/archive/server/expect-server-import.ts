import type {
  ServerActivity,
  ServerAnchor,
  ServerComment,
} from '../../../../archive/records/server/shapes.ts';
import { parseUserReference } from '../../../../archive/records/server/user-reference.ts';
import type {
  AsRead,
  ExpectedImport,
  ExpectedItem,
} from '../../../recorded/imports/expected-import.ts';
import { textDigest } from '../../../recorded/pull-requests/written-record.ts';
import { type ArchiveNote, archiveNoteTexts } from '../notes-of-records.ts';
import type { RenderedServerPull } from './render-server-pull.ts';
import { secondOf } from './server-rendering.ts';

/** Describes what an importer is to make of a pull request of a Data Center's export. Pure. */
export function expectServerImport(
  {
    metadata,
    activities,
    asRead,
  }: Pick<RenderedServerPull, 'metadata' | 'activities'> & { readonly asRead: AsRead },
  notes: readonly ArchiveNote[],
): ExpectedImport {
  const { state, title, description, createdTimestamp, closedTimestamp, fromRef, toRef } = metadata;
  const author = metadata.allParticipants.find(({ role }) => role === 'AUTHOR');
  const waited = metadata.allParticipants.filter(
    ({ role, status }) => role === 'REVIEWER' && status === 'UNAPPROVED',
  );
  return {
    asRead,
    outcome: state === 'OPEN' ? 'open' : state === 'MERGED' ? 'merged' : 'closed',
    title: textDigest(title),
    body: textDigest(description),
    by: slugIn(author?.userId),
    at: secondOf(createdTimestamp),
    endedAt: closedTimestamp === undefined ? null : secondOf(closedTimestamp),
    head: fromRef.latestCommit,
    headBranch: fromRef.displayId,
    base: toRef.displayId,
    isDraft: metadata.draft,
    reviewers: waited.flatMap(({ userId }) => slugIn(userId) ?? []),
    changes: notes.map(({ kind, count }) => archiveNoteTexts[kind](count)),
    items: activities.flatMap((activity, index) => itemsOf(activity, index)),
  };
}

const plain = { place: null, verdict: null, isResolved: false } as const;

const verdicts = { APPROVED: 'approved', REVIEWED: 'changes-requested' } as const;

/** The importer makes reviews of verdicts, and comments of comments; it derives the events. */
function itemsOf(activity: ServerActivity, index: number): readonly ExpectedItem[] {
  if (activity.kind === 'COMMENT:ADDED') return commentItems(activity.comment);
  if (activity.kind !== 'ACTIVITY') return [];
  const { action, userId, createdTimestamp } = activity;
  if (action !== 'APPROVED' && action !== 'REVIEWED') return [];
  const said = { by: slugIn(userId), at: secondOf(createdTimestamp), digest: textDigest('') };
  const verdict = verdicts[action];
  return [{ ...plain, ...said, key: `verdict-${index}`, kind: 'review', verdict }];
}

function commentItems(root: ServerComment): readonly ExpectedItem[] {
  const anchor = root.thread?.anchor;
  const all = [root];
  for (const { comments } of all) all.push(...comments);
  return all.map((comment): ExpectedItem => {
    const { id, authorId, createdTimestamp, text } = comment;
    const at = secondOf(createdTimestamp);
    const said = { by: slugIn(authorId), at, digest: textDigest(text), key: `comment-${id}` };
    if (anchor === undefined) return { ...plain, ...said, kind: 'comment' };
    const isRoot = comment === root;
    return {
      ...{ ...plain, ...said, kind: 'review-comment' },
      place: isRoot ? placeOf(anchor) : `reply to comment-${root.id}`,
      isResolved: isRoot && root.thread?.resolved === true,
    };
  });
}

function placeOf({ path, line, fileType }: ServerAnchor): string {
  if (line === 0) return path;
  return `${path} ${fileType === 'FROM' ? 'LEFT' : 'RIGHT'} ${line}`;
}

function slugIn(userId: string | undefined): string | null {
  return parseUserReference(userId ?? '')?.slug ?? null;
}
