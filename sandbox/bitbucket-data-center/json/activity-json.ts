import type {
  BitbucketActivity,
  BitbucketComment,
  BitbucketInline,
  BitbucketPullRequest,
  BitbucketTask,
} from '../../bitbucket/pull-requests/pull-request-records.ts';
import { hunksJson } from './diff-json.ts';
import { personJson } from './people-json.ts';
import { dateJson, type PullRequestPlace, textJson } from './pull-request-json.ts';

interface Activity {
  readonly on: Date;
  readonly json: Readonly<Record<string, unknown>>;
}

/** All that was said and done, newest first: a thread is one entry, with its replies within one another. */
export function activitiesJson(
  place: PullRequestPlace,
  pullRequest: BitbucketPullRequest,
): readonly unknown[] {
  const conversation = pullRequest.conversation();
  const threads = threadsOf(place, pullRequest);
  const updates = conversation.activity.filter((one) => one.kind !== 'comment').toReversed();
  const happened = updates.flatMap((one, index) =>
    happenedJson(place, pullRequest, { one, before: updates.slice(0, index) }),
  );
  return [...happened, ...threads]
    .toSorted((a, b) => +b.on - +a.on)
    .map(({ json, on }, index, all) => ({
      id: pullRequest.number * 100_000 + all.length - index,
      createdDate: dateJson(place, on),
      ...json,
    }));
}

function happenedJson(
  place: PullRequestPlace,
  pullRequest: BitbucketPullRequest,
  { one, before }: { one: BitbucketActivity; before: readonly BitbucketActivity[] },
): readonly Activity[] {
  if (one.kind === 'comment' || one.kind === 'bare') return [];
  const { baseUrl, instance } = place;
  const { on } = one;
  const user = personJson(instance, baseUrl, one.by);
  const entry = (action: string, more: Readonly<Record<string, unknown>> = {}): Activity => ({
    on,
    json: { user, action, ...more },
  });
  if (one.kind === 'approval') return [entry('APPROVED')];
  if (one.kind !== 'update') return [entry('REVIEWED')];
  const earlier = before.flatMap((each) => (each.kind === 'update' ? [each] : []));
  const last = earlier.at(-1);
  if (last === undefined && one.state === 'OPEN') return [entry('OPENED')];
  if (one.state === 'MERGED') {
    const { mergeCommit } = pullRequest;
    const commit = mergeCommit === null ? {} : { commit: commitJson(mergeCommit) };
    return [entry('MERGED', commit)];
  }
  if (one.state !== 'OPEN') return [entry('DECLINED')];
  if (last !== undefined && last.state !== 'OPEN') return [entry('REOPENED')];
  if (last !== undefined && last.sourceCommit === one.sourceCommit) return [entry('UPDATED')];
  return [
    entry('RESCOPED', {
      fromHash: one.sourceCommit,
      previousFromHash: last?.sourceCommit ?? one.sourceCommit,
      previousToHash: pullRequest.destination.commit,
      toHash: pullRequest.destination.commit,
      added: { commits: [commitJson(one.sourceCommit ?? '')], total: 1 },
      removed: { commits: [], total: 0 },
    }),
  ];
}

function commitJson(hash: string): unknown {
  return { id: hash, displayId: hash.slice(0, 11) };
}

/** Drafts of a review are in no activity, and what was deleted is gone unless it was answered. */
function threadsOf(
  place: PullRequestPlace,
  pullRequest: BitbucketPullRequest,
): readonly Activity[] {
  const { comments, tasks } = pullRequest.conversation();
  const shown = comments.filter((one) => !one.isPending);
  const hasReplies = new Set(shown.map(({ parent }) => parent));
  const kept = shown.filter((one) => !one.isDeleted || hasReplies.has(one.id));
  const thread = (comment: BitbucketComment): unknown => ({
    ...commentJson(place, comment),
    comments: [
      ...kept.filter(({ parent }) => parent === comment.id).map(thread),
      ...tasks
        .filter(({ commentId }) => commentId === comment.id)
        .map((task) => taskJson(place, task)),
    ],
  });
  const entry = (comment: unknown, on: Date, by: unknown, inline: BitbucketInline | null) => ({
    on,
    json: {
      user: by,
      action: 'COMMENTED',
      commentAction: 'ADDED',
      comment,
      ...(inline === null ? {} : anchorJson(pullRequest, inline)),
    },
  });
  const { baseUrl, instance } = place;
  const roots = kept.filter(({ parent }) => parent === null);
  const isKept = (id: number | null): boolean => kept.some((one) => one.id === id);
  const alone = tasks.filter(({ commentId }) => !isKept(commentId));
  return [
    ...roots.map((one) =>
      entry(thread(one), one.createdOn, personJson(instance, baseUrl, one.author), one.inline),
    ),
    ...alone.map((one) =>
      entry(taskJson(place, one), one.createdOn, personJson(instance, baseUrl, one.author), null),
    ),
  ];
}

export function commentJson(
  place: PullRequestPlace,
  comment: BitbucketComment,
): Record<string, unknown> {
  const { baseUrl, instance, repository } = place;
  const { resolution } = comment;
  return {
    properties: { repositoryId: 1 },
    id: comment.id,
    version: comment.version ?? (+comment.updatedOn === +comment.createdOn ? 0 : 1),
    text: comment.isDeleted
      ? 'This was written in error.'
      : textJson({ ...place, repository }, comment.text.raw),
    author: personJson(instance, baseUrl, comment.author),
    createdDate: dateJson(place, comment.createdOn),
    updatedDate: dateJson(place, comment.updatedOn),
    severity: 'NORMAL',
    state: 'OPEN',
    threadResolved: resolution !== null,
    ...(resolution === null
      ? {}
      : {
          threadResolver: personJson(instance, baseUrl, resolution.by),
          threadResolvedDate: dateJson(place, resolution.on),
        }),
    permittedOperations: { editable: false, transitionable: false, deletable: false },
  };
}

/** A task is a comment that has to be dealt with. Its numbers are those of comments, so that none is there twice. */
function taskJson(place: PullRequestPlace, task: BitbucketTask): unknown {
  const { baseUrl, instance } = place;
  const { resolvedOn } = task;
  return {
    properties: { repositoryId: 1 },
    id: task.id + 500_000_000_000,
    version: task.isResolved ? 1 : 0,
    text: textJson(place, task.text),
    author: personJson(instance, baseUrl, task.author),
    createdDate: dateJson(place, task.createdOn),
    updatedDate: dateJson(place, resolvedOn ?? task.createdOn),
    comments: [],
    severity: 'BLOCKER',
    state: task.isResolved ? 'RESOLVED' : 'OPEN',
    threadResolved: false,
    ...(resolvedOn === null
      ? {}
      : {
          resolvedDate: dateJson(place, resolvedOn),
          resolver: personJson(instance, baseUrl, task.resolvedBy),
        }),
  };
}

/** One line by its side; of several the last, and the first beside it. */
function anchorJson(
  pullRequest: BitbucketPullRequest,
  inline: BitbucketInline,
): Readonly<Record<string, unknown>> {
  const { from = null, to = null, startFrom = null, startTo = null, context } = inline;
  const isContext = from !== null && to !== null;
  const isOld = from !== null;
  const line = isOld ? from : to;
  const start = isOld ? startFrom : startTo;
  const lineType = isContext ? 'CONTEXT' : isOld ? 'REMOVED' : 'ADDED';
  return {
    commentAnchor: {
      fromHash: inline.destinationCommit ?? pullRequest.destination.commit,
      toHash: inline.sourceCommit ?? pullRequest.source.commit,
      ...(line === null ? {} : { line, lineType, fileType: isOld ? 'FROM' : 'TO' }),
      path: inline.path,
      diffType: 'EFFECTIVE',
      orphaned: inline.isOutdated ?? false,
      ...(start === null ? {} : { multilineMarker: { startLine: start, startLineType: lineType } }),
    },
    ...(context === undefined ? {} : { diff: hunksJson(inline.path, context) }),
  };
}
