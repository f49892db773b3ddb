import type { ServerActivity, ServerComment } from '../../records/server/shapes.ts';
import type { FindingKind } from '../records/findings.ts';
import { problemIn, type ReadPull, type ServerContents } from './server-contents.ts';

type Tell = (kind: FindingKind, message: string, severity?: 'error' | 'warning') => void;

/** Reports what contradicts itself in a pull request of an export. @param ids of comments that others have */
export function checkServerPull(
  { findings }: ServerContents,
  { file, metadata, activities }: ReadPull,
  ids: Set<string>,
): void {
  const tell: Tell = (kind, message, severity = 'error') =>
    findings.report({ ...problemIn(file, kind, message), severity });
  if (metadata === null || activities === null) return;
  checkState(metadata, activities, tell);
  checkOrder(activities, tell);
  const own = new Set<string>();
  for (const { comment, parent } of activities.flatMap(commentsOf)) {
    if (ids.has(comment.id)) tell('duplicate', `comment ${comment.id} appears twice`);
    ids.add(comment.id);
    own.add(comment.id);
    if (parent !== null && comment.createdTimestamp < parent.createdTimestamp)
      tell('time', `comment ${comment.id} is older than comment ${parent.id}, which it replies to`);
    if (parent !== null && comment.thread !== undefined)
      tell('thread', `comment ${comment.id} is a reply but has its own thread`);
  }
  for (const activity of activities) {
    if (activity.kind === 'COMMENT:OTHER' && !own.has(activity.commentId))
      tell(
        'reference',
        `${activity.commentAction} refers to comment ${activity.commentId}, which does not exist`,
      );
  }
  checkPlaces(activities, tell);
}

type Metadata = NonNullable<ReadPull['metadata']>;

function checkState(metadata: Metadata, activities: readonly ServerActivity[], tell: Tell): void {
  const { state, closedTimestamp, createdTimestamp, allParticipants } = metadata;
  if ((state === 'OPEN') !== (closedTimestamp === undefined))
    tell(
      'state',
      `it is ${state} ${closedTimestamp === undefined ? 'without' : 'with'} closedTimestamp`,
    );
  if (closedTimestamp !== undefined && closedTimestamp < createdTimestamp)
    tell('time', 'it was closed before it was created');
  const merged = activities.some(({ kind }) => kind === 'MERGED');
  if (merged !== (state === 'MERGED'))
    tell('state', `it is ${state}, but its activities ${merged ? 'have' : 'lack'} MERGED`);
  const declined = activities.some((one) => one.kind === 'ACTIVITY' && one.action === 'DECLINED');
  if (state === 'DECLINED' && !declined)
    tell('state', 'it is DECLINED, but its activities lack DECLINED');
  const authors = allParticipants.filter(({ role }) => role === 'AUTHOR').length;
  if (authors !== 1) tell('reference', `it has ${authors} authors`);
}

/** New comments by their times, and then everything else by its own. */
function checkOrder(activities: readonly ServerActivity[], tell: Tell): void {
  const keys = activities.map(({ kind, createdTimestamp }) => {
    return [kind === 'COMMENT:ADDED' ? 0 : 1, createdTimestamp] as const;
  });
  const isOut = keys.some(([group, time], index) => {
    const [before = 0, earlier = 0] = keys[index - 1] ?? [];
    return group < before || (group === before && time < earlier);
  });
  if (isOut)
    tell(
      'time',
      'its activities are not in order: new comments must come first, and each group must be sorted by time',
    );
}

/** Of comments by one person in one place and second the importer keeps one. */
function checkPlaces(activities: readonly ServerActivity[], tell: Tell): void {
  const taken = new Set<string>();
  for (const activity of activities) {
    if (activity.kind !== 'COMMENT:ADDED') continue;
    const anchor = activity.comment.thread?.anchor;
    if (anchor === undefined) continue;
    for (const { comment } of commentsOf(activity)) {
      const second = Math.floor(comment.createdTimestamp / 1000);
      const key = `${comment.authorId} ${second} ${anchor.fileType} ${anchor.line} ${anchor.path}`;
      if (taken.has(key)) {
        const message = `comment ${comment.id} has the same author, position and time (to the second) as another: one of them will be lost`;
        tell('thread', message, 'warning');
      }
      taken.add(key);
    }
  }
}

interface Linked {
  readonly comment: ServerComment;
  readonly parent: ServerComment | null;
}

function commentsOf(activity: ServerActivity): readonly Linked[] {
  if (activity.kind !== 'COMMENT:ADDED') return [];
  const found: Linked[] = [{ comment: activity.comment, parent: null }];
  for (const { comment } of found)
    found.push(...comment.comments.map((reply) => ({ comment: reply, parent: comment })));
  return found;
}
