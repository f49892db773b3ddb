import type { GithubAccount } from '../accounts/account.ts';
import { nodeId } from '../accounts/account-json.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import type { Call, RepositoryCall } from '../rest/call.ts';
import type {
  GithubIssueComment,
  GithubPullRequest,
  GithubReview,
  GithubReviewComment,
  GithubThread,
} from '../tracker/records.ts';
import { defaultBranchRef } from './history-views.ts';
import { connection, type PageArguments } from './parts/connection.ts';
import { notResolved } from './parts/refusal.ts';
import { type TimelineArguments, timelineView } from './timeline-view.ts';

export function userView(account: GithubAccount, { addresses }: Call) {
  return {
    __typename: account.kind === 'mannequin' ? 'Mannequin' : 'User',
    id: nodeId(account.kind === 'mannequin' ? 'M' : 'U', account.id),
    databaseId: account.id,
    login: account.login,
    name: account.name,
    url: `${addresses.webUrl}/${account.login}`,
  };
}

export function repositoryView(call: RepositoryCall) {
  const { repository } = call;
  return {
    __typename: 'Repository',
    id: nodeId('R', repository.id),
    databaseId: repository.id,
    isArchived: repository.archived,
    isPrivate: repository.private,
    name: repository.name,
    nameWithOwner: fullNameOf(repository),
    defaultBranchRef: () => defaultBranchRef(call, userView),
    pullRequest({ number }: { number: number }) {
      const pull = repository.tracker.findPull(number);
      if (pull === null) throw notResolved(`PullRequest with the number of ${number}`);
      return pullView(pull, call);
    },
  };
}

export function pullView(pull: GithubPullRequest, call: RepositoryCall) {
  return {
    __typename: 'PullRequest',
    id: nodeId('PR', pull.id),
    fullDatabaseId: String(pull.id),
    number: pull.number,
    title: pull.title,
    body: pull.body ?? '',
    isDraft: pull.draft,
    merged: pull.merged,
    state: pull.merged ? 'MERGED' : pull.state.toUpperCase(),
    url: `${call.addresses.webUrl}/${fullNameOf(call.repository)}/pull/${pull.number}`,
    author: () => userView(pull.author, call),
    reviews(page: PageArguments) {
      const now = call.now();
      const visible = pull.reviews.filter(
        ({ state, visibleAt, author }) =>
          visibleAt <= now && (state !== 'PENDING' || author === call.token.user),
      );
      const view = (review: GithubReview) => reviewView(review, call);
      return connection(visible, page, { name: 'reviews', view });
    },
    reviewThreads(page: PageArguments) {
      const now = call.now();
      const visible = pull.threads.filter(({ comments: [root] }) => {
        return root !== undefined && root.visibleAt <= now && root.review.state !== 'PENDING';
      });
      const view = (thread: GithubThread) => threadView(thread, call);
      return connection(visible, page, { name: 'reviewThreads', view });
    },
    timelineItems: (page: TimelineArguments) => timelineView(pull, page, { call, userView }),
  };
}

function reviewView(review: GithubReview, call: RepositoryCall) {
  const { pull, id, body, state, submittedAt } = review;
  const page = `${call.addresses.webUrl}/${fullNameOf(call.repository)}/pull/${pull.number}`;
  return {
    __typename: 'PullRequestReview',
    ...databaseIds(id),
    id: nodeId('PRR', id),
    body,
    state,
    createdAt: submittedAt ?? pull.updatedAt,
    submittedAt,
    url: `${page}#pullrequestreview-${id}`,
    author: () => userView(review.author, call),
  };
}

export function threadView(thread: GithubThread, call: RepositoryCall): object {
  const { place, outdated, resolvedBy } = thread;
  const mayResolve = call.permissions.push || thread.pull.author === call.token.user;
  return {
    __typename: 'PullRequestReviewThread',
    id: nodeId('PRRT', thread.id),
    path: thread.path,
    isOutdated: outdated,
    isResolved: resolvedBy !== null,
    line: outdated ? null : (place?.line ?? null),
    originalLine: place?.line ?? null,
    startLine: outdated ? null : (place?.startLine ?? null),
    diffSide: place?.side ?? 'RIGHT',
    subjectType: place === null ? 'FILE' : 'LINE',
    // A mannequin is no user.
    resolvedBy: resolvedBy?.kind !== 'user' ? null : userView(resolvedBy, call),
    viewerCanResolve: mayResolve && resolvedBy === null,
    viewerCanUnresolve: mayResolve && resolvedBy !== null,
    pullRequest: () => pullView(thread.pull, call),
    comments: (page: PageArguments) =>
      connection(thread.comments, page, {
        name: 'comments',
        view: (comment) => reviewCommentView(comment, call),
      }),
  };
}

export function reviewCommentView(comment: GithubReviewComment, call: RepositoryCall) {
  const page = `${call.addresses.webUrl}/${fullNameOf(call.repository)}/pull/${comment.pull.number}`;
  return {
    __typename: 'PullRequestReviewComment',
    ...commentView(comment, call),
    id: nodeId('PRRC', comment.id),
    path: comment.thread.path,
    url: `${page}#discussion_r${comment.id}`,
  };
}

export function issueCommentView(comment: GithubIssueComment, call: RepositoryCall) {
  const { kind, number } = comment.issue;
  const place = kind === 'issue' ? 'issues' : 'pull';
  const page = `${call.addresses.webUrl}/${fullNameOf(call.repository)}/${place}/${number}`;
  return {
    __typename: 'IssueComment',
    ...commentView(comment, call),
    id: nodeId('IC', comment.id),
    url: `${page}#issuecomment-${comment.id}`,
  };
}

function commentView(comment: GithubReviewComment | GithubIssueComment, call: RepositoryCall) {
  return {
    ...databaseIds(comment.id),
    body: comment.body,
    createdAt: comment.createdAt,
    isMinimized: comment.minimized !== null,
    minimizedReason: comment.minimized,
    author: () => userView(comment.author, call),
  };
}

/** Numbers end at 32 bits in the one, and the host's are longer by now. */
function databaseIds(id: number) {
  return { databaseId: id > 0x7fff_ffff ? null : id, fullDatabaseId: String(id) };
}
