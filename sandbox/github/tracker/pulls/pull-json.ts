import type { GithubAccount } from '../../accounts/account.ts';
import { nodeId, simpleUserJson } from '../../accounts/account-json.ts';
import type { JsonContext } from '../context.ts';
import { associationOf } from '../issues/json.ts';
import type { GithubPullRequest, GithubPullRequestSide } from '../records.ts';

/** The form of lists (`pull-request-simple`). */
export function pullJson(pull: GithubPullRequest, context: JsonContext) {
  const { self, html, addresses, repository } = context;
  const url = `${self}/pulls/${pull.number}`;
  const issue = `${self}/issues/${pull.number}`;
  const page = `${html}/pull/${pull.number}`;
  const person = (account: GithubAccount) => simpleUserJson(account, addresses);
  const reviewComment = `${self}/pulls/comments{/number}`;
  const statuses = `${self}/statuses/${pull.head.sha}`;
  return {
    url,
    id: pull.id,
    node_id: nodeId('PR', pull.id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issue,
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: person(pull.author),
    body: pull.body,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    ...(context.isNewestVersion
      ? {}
      : {
          merge_commit_sha: pull.mergeCommit,
          assignee: pull.assignees[0] === undefined ? null : person(pull.assignees[0]),
        }),
    assignees: pull.assignees.map(person),
    requested_reviewers: pull.requestedReviewers.map(person),
    requested_teams: [],
    labels: [],
    milestone: null,
    draft: pull.draft,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: reviewComment,
    comments_url: `${issue}/comments`,
    statuses_url: statuses,
    head: sideJson(pull.head, context),
    base: sideJson(pull.base, context),
    _links: {
      self: { href: url },
      html: { href: page },
      issue: { href: issue },
      comments: { href: `${issue}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: reviewComment },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
    author_association: associationOf(pull.author, repository),
    auto_merge: null,
    active_lock_reason: null,
  };
}

/** The form of one alone (`pull-request`). */
export function fullPullJson(pull: GithubPullRequest, context: JsonContext) {
  const { mergeable, size } = pull;
  const submitted = pull.reviewComments.filter((one) => one.review.state !== 'PENDING');
  return {
    ...pullJson(pull, context),
    merged: pull.merged,
    mergeable: pull.state === 'open' ? mergeable : null,
    rebaseable: pull.state === 'open' ? mergeable : null,
    mergeable_state: mergeableState(pull),
    merged_by: pull.mergedBy === null ? null : simpleUserJson(pull.mergedBy, context.addresses),
    comments: pull.comments.length,
    review_comments: submitted.length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: pull.commitCount,
    // The host counts these after its first answer.
    additions: size?.additions ?? 0,
    deletions: size?.deletions ?? 0,
    changed_files: size?.files ?? 0,
  };
}

function mergeableState(pull: GithubPullRequest): string {
  if (pull.state === 'closed' || pull.mergeable === null) return 'unknown';
  if (pull.draft) return 'draft';
  return pull.mergeable ? 'clean' : 'dirty';
}

function sideJson({ ref, sha }: GithubPullRequestSide, context: JsonContext) {
  const { owner } = context.repository;
  return {
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: simpleUserJson(owner, context.addresses),
    repo: context.repositoryJson(),
  };
}
