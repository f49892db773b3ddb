import { bitbucketTime } from '../accounts/identities.ts';
import { personJson } from '../accounts/person-json.ts';
import {
  type PullRequestContext,
  pullRequestLinkJson,
  sideJson,
  textJson,
} from './pull-request-json.ts';
import type {
  BitbucketActivity,
  BitbucketComment,
  BitbucketInline,
  BitbucketPullRequest,
  BitbucketTask,
} from './pull-request-records.ts';

export function commentJson(
  context: PullRequestContext,
  pullRequest: BitbucketPullRequest,
  comment: BitbucketComment,
): unknown {
  const { host, repository, apiUrl, gitUrl } = context;
  const place = `${host.workspace.slug}/${repository.slug}`;
  const { number } = pullRequest;
  const self = `${apiUrl}/2.0/repositories/${place}/pullrequests/${number}/comments/${comment.id}`;
  const html = `${gitUrl}/${place}/pull-requests/${number}/_/diff#comment-${comment.id}`;
  return {
    id: comment.id,
    created_on: bitbucketTime(comment.createdOn),
    updated_on: bitbucketTime(comment.updatedOn),
    content: textJson(comment.text),
    user: personJson(context, comment.author),
    deleted: comment.isDeleted,
    ...(comment.parent === null ? {} : { parent: { id: comment.parent, links: {} } }),
    ...(comment.inline === null ? {} : { inline: inlineJson(comment.inline) }),
    pending: comment.isPending,
    ...(comment.resolution === null
      ? {}
      : {
          resolution: {
            type: 'comment_resolution',
            user: personJson(context, comment.resolution.by),
            created_on: bitbucketTime(comment.resolution.on),
          },
        }),
    type: 'pullrequest_comment',
    links: { self: { href: self }, html: { href: html } },
    pullrequest: pullRequestLinkJson(context, pullRequest),
  };
}

function inlineJson(inline: BitbucketInline): unknown {
  const { startFrom = null, startTo = null, context, sourceCommit, destinationCommit } = inline;
  return {
    from: inline.from ?? null,
    to: inline.to ?? null,
    path: inline.path,
    ...(startFrom === null && startTo === null ? {} : { start_from: startFrom, start_to: startTo }),
    ...(inline.isOutdated === undefined ? {} : { outdated: inline.isOutdated }),
    ...(context === undefined ? {} : { context_lines: context }),
    ...(sourceCommit === undefined ? {} : { src_rev: sourceCommit }),
    ...(destinationCommit === undefined ? {} : { dest_rev: destinationCommit }),
  };
}

export function taskJson(context: PullRequestContext, task: BitbucketTask): unknown {
  return {
    id: task.id,
    state: task.isResolved ? 'RESOLVED' : 'UNRESOLVED',
    content: textJson({ raw: task.text, markup: 'markdown' }),
    creator: personJson(context, task.author),
    created_on: bitbucketTime(task.createdOn),
    updated_on: bitbucketTime(task.resolvedOn ?? task.createdOn),
    resolved_on: task.resolvedOn === null ? null : bitbucketTime(task.resolvedOn),
    resolved_by: personJson(context, task.resolvedBy),
    ...(task.commentId === null ? {} : { comment: { id: task.commentId } }),
    pending: false,
  };
}

export function activityJson(
  context: PullRequestContext,
  pullRequest: BitbucketPullRequest,
  activity: BitbucketActivity,
): unknown {
  const about = { pull_request: pullRequestLinkJson(context, pullRequest) };
  switch (activity.kind) {
    case 'bare':
      return about;
    case 'comment':
      return { ...about, comment: commentJson(context, pullRequest, activity.comment) };
    case 'update':
      return { ...about, update: updateJson(context, pullRequest, activity) };
    default:
      return {
        ...about,
        [activity.kind]: {
          date: bitbucketTime(activity.on),
          user: personJson(context, activity.by),
          pullrequest: pullRequestLinkJson(context, pullRequest),
        },
      };
  }
}

function updateJson(
  context: PullRequestContext,
  pullRequest: BitbucketPullRequest,
  update: Extract<BitbucketActivity, { kind: 'update' }>,
): unknown {
  const { destination, source } = pullRequest;
  return {
    state: update.state,
    draft: pullRequest.draft,
    title: update.title,
    description: pullRequest.description.raw,
    reviewers: pullRequest.reviewers.map((one) => personJson(context, one)),
    changes: {},
    reason: update.reason,
    author: personJson(context, update.by),
    date: bitbucketTime(update.on),
    destination: sideJson(context, { ...destination, branch: update.destinationBranch }),
    source: sideJson(context, { ...source, commit: update.sourceCommit }),
  };
}
