import type { GithubAccount } from '../../accounts/account.ts';
import { nodeId, simpleUserJson } from '../../accounts/account-json.ts';
import { activeMembership } from '../../accounts/permissions.ts';
import type { GithubRepository } from '../../records.ts';
import type { JsonContext } from '../context.ts';
import type { GithubDiscussion, GithubIssueComment, GithubIssueEvent } from '../records.ts';

/** `issue`, which pull requests are too. */
export function issueJson(one: GithubDiscussion, context: JsonContext) {
  const { self, html, addresses } = context;
  const url = `${self}/issues/${one.number}`;
  const isPull = one.kind === 'pull-request';
  return {
    url,
    repository_url: self,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${html}/${isPull ? 'pull' : 'issues'}/${one.number}`,
    id: one.id,
    node_id: nodeId(isPull ? 'PR' : 'I', one.id),
    number: one.number,
    title: one.title,
    user: simpleUserJson(one.author, addresses),
    labels: [],
    state: one.state,
    locked: false,
    assignee: one.assignees[0] === undefined ? null : simpleUserJson(one.assignees[0], addresses),
    assignees: one.assignees.map((account) => simpleUserJson(account, addresses)),
    milestone: null,
    comments: one.comments.length,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    closed_at: one.closedAt,
    author_association: associationOf(one.author, context.repository),
    active_lock_reason: null,
    ...(isPull
      ? {
          draft: one.draft,
          pull_request: {
            url: `${self}/pulls/${one.number}`,
            html_url: `${html}/pull/${one.number}`,
            diff_url: `${html}/pull/${one.number}.diff`,
            patch_url: `${html}/pull/${one.number}.patch`,
            merged_at: one.mergedAt,
          },
        }
      : {}),
    body: one.body,
    reactions: reactionsJson(url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: one.kind === 'issue' && one.state === 'closed' ? 'completed' : null,
  };
}

/** `issue-event-for-issue` */
export function issueEventJson(one: GithubIssueEvent, { self, addresses }: JsonContext) {
  const { id, event, actor, commit, createdAt } = one;
  return {
    id,
    node_id: nodeId('IE', id),
    url: `${self}/issues/events/${id}`,
    actor: actor === null ? null : simpleUserJson(actor, addresses),
    event,
    commit_id: commit,
    commit_url: commit === null ? null : `${self}/commits/${commit}`,
    created_at: createdAt,
    performed_via_github_app: null,
  };
}

/** `issue-comment` */
export function issueCommentJson(comment: GithubIssueComment, context: JsonContext) {
  const { self, html, addresses, repository } = context;
  const { issue } = comment;
  const url = `${self}/issues/comments/${comment.id}`;
  const page = `${html}/${issue.kind === 'issue' ? 'issues' : 'pull'}/${issue.number}`;
  return {
    url,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${self}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId('IC', comment.id),
    user: simpleUserJson(comment.author, addresses),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(comment.author, repository),
    body: comment.body,
    reactions: reactionsJson(url),
    performed_via_github_app: null,
  };
}

export function reactionsJson(url: string) {
  return {
    url: `${url}/reactions`,
    total_count: 0,
    '+1': 0,
    '-1': 0,
    laugh: 0,
    hooray: 0,
    confused: 0,
    heart: 0,
    rocket: 0,
    eyes: 0,
  };
}

/** Returns what somebody is to the repository, as the host writes it beside each text. */
export function associationOf(account: GithubAccount, { owner, tracker }: GithubRepository) {
  if (account === owner) return 'OWNER';
  if (owner.kind === 'organization' && activeMembership(owner, account) !== null) return 'MEMBER';
  return tracker.collaborators.has(account.login.toLowerCase()) ? 'COLLABORATOR' : 'NONE';
}
