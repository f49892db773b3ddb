import { bitbucketTime } from '../accounts/identities.ts';
import { personJson } from '../accounts/person-json.ts';
import { countComments } from '../changes/bookkeeping.ts';
import type { BitbucketRepository } from '../records.ts';
import type { JsonContext } from '../repositories/repository-json.ts';
import type {
  BitbucketParticipant,
  BitbucketPullRequest,
  BitbucketSide,
  BitbucketText,
} from './pull-request-records.ts';

/** Where a pull request is. */
export interface PullRequestContext extends JsonContext {
  readonly repository: BitbucketRepository;
}

/** @param options.hidden fields that a list leaves out unless they are asked for */
export function pullRequestJson(
  context: PullRequestContext,
  pullRequest: BitbucketPullRequest,
  options: { hidden: readonly string[] } = { hidden: [] },
): Record<string, unknown> {
  const conversation = pullRequest.conversation();
  const { description, title } = pullRequest;
  const json: Record<string, unknown> = {
    comment_count: countComments(context.host.bookkeeping, conversation),
    task_count: conversation.tasks.filter((one) => !one.isResolved).length,
    type: 'pullrequest',
    id: pullRequest.number,
    title,
    description: description.raw,
    rendered: {
      title: textJson({ raw: title, markup: 'markdown' }),
      description: textJson(description),
      reason: textJson({ raw: pullRequest.reason, markup: 'markdown' }),
    },
    summary: textJson(description),
    state: pullRequest.state,
    draft: pullRequest.draft,
    queued: false,
    merge_commit: shortCommit(pullRequest.mergeCommit, ''),
    close_source_branch: pullRequest.closeSourceBranch,
    closed_by: personJson(context, pullRequest.closedBy),
    author: personJson(context, pullRequest.author),
    reason: pullRequest.reason,
    created_on: bitbucketTime(pullRequest.createdOn),
    updated_on: bitbucketTime(pullRequest.updatedOn),
    destination: sideJson(context, pullRequest.destination),
    source: sideJson(context, pullRequest.source),
    reviewers: pullRequest.reviewers.map((one) => personJson(context, one)),
    participants: pullRequest.participants.map((one) => participantJson(context, one)),
    links: linksOf(context, pullRequest.number),
  };
  for (const name of options.hidden) delete json[name];
  return json;
}

export function textJson({ raw, markup }: BitbucketText): unknown {
  return { type: 'rendered', raw, markup, html: raw === '' ? '' : `<p>${escapeHtml(raw)}</p>` };
}

/** As activity and comments name it. */
export function pullRequestLinkJson(
  context: PullRequestContext,
  { number, title, draft }: BitbucketPullRequest,
): unknown {
  const { self, html } = linksOf(context, number);
  return { type: 'pullrequest', id: number, title, draft, links: { self, html } };
}

/** Where a side's repository is now; `null` if it is gone. Other workspaces are not looked into. */
export function fullNameOf(context: PullRequestContext, side: BitbucketSide): string | null {
  const [workspace, slug = ''] = side.repository?.split('/') ?? [];
  if (side.repository === null || workspace !== context.host.workspace.slug) return side.repository;
  return context.host.findRepository(slug) === null ? null : side.repository;
}

export function sideJson(context: PullRequestContext, side: BitbucketSide): unknown {
  const fullName = fullNameOf(context, side);
  return {
    branch: side.branch === null ? null : { name: side.branch, links: {} },
    commit: shortCommit(side.commit, fullName === null ? '' : repositoryUrl(context, fullName)),
    repository: fullName === null ? null : repositoryLinkJson(context, fullName),
  };
}

/** The host gives 12 digits of a commit in everything about pull requests. */
function shortCommit(hash: string | null, repository: string): unknown {
  if (hash === null) return null;
  const short = hash.slice(0, 12);
  const links =
    repository === '' ? {} : { links: { self: { href: `${repository}/commit/${short}` } } };
  return { hash: short, ...links, type: 'commit' };
}

function repositoryUrl({ apiUrl }: PullRequestContext, fullName: string): string {
  return `${apiUrl}/2.0/repositories/${fullName}`;
}

function repositoryLinkJson(context: PullRequestContext, fullName: string): unknown {
  const slug = fullName.split('/')[1] ?? '';
  const found = context.host.findRepository(slug);
  return {
    type: 'repository',
    full_name: fullName,
    links: {
      self: { href: repositoryUrl(context, fullName) },
      html: { href: `${context.gitUrl}/${fullName}` },
      avatar: { href: `${context.gitUrl}/${fullName}/avatar/32` },
    },
    name: found?.name ?? slug,
    ...(found === null ? {} : { uuid: found.uuid }),
  };
}

function participantJson(context: JsonContext, one: BitbucketParticipant): unknown {
  return {
    type: 'participant',
    user: personJson(context, one.person),
    role: one.role,
    approved: one.state === 'approved',
    state: one.state,
    participated_on: one.on === null ? null : bitbucketTime(one.on),
  };
}

function linksOf({ apiUrl, gitUrl, host, repository }: PullRequestContext, number: number) {
  const fullName = `${host.workspace.slug}/${repository.slug}`;
  const self = `${apiUrl}/2.0/repositories/${fullName}/pullrequests/${number}`;
  const resource = (name: string): { href: string } => ({ href: `${self}/${name}` });
  return {
    self: { href: self },
    html: { href: `${gitUrl}/${fullName}/pull-requests/${number}` },
    commits: resource('commits'),
    approve: resource('approve'),
    'request-changes': resource('request-changes'),
    diff: resource('diff'),
    diffstat: resource('diffstat'),
    comments: resource('comments'),
    activity: resource('activity'),
    merge: resource('merge'),
    decline: resource('decline'),
    statuses: resource('statuses'),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
