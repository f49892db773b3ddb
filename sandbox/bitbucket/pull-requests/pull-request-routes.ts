import type { GitTools } from '../../git/git-tools.ts';
import { readCommits } from '../../git/read-commits.ts';
import { readRef } from '../../git/read-ref.ts';
import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { commitJson } from '../repositories/commit-json.ts';
import { bitbucketError, notFound, notOffered } from '../rest/answers.ts';
import { selectFields } from '../rest/fields.ts';
import { pageAnswer } from '../rest/page.ts';
import { parseQuery } from '../rest/query-language.ts';
import { activityJson, commentJson, taskJson } from './conversation-json.ts';
import { listPullRequests } from './list-pull-requests.ts';
import { fullNameOf, type PullRequestContext, pullRequestJson } from './pull-request-json.ts';
import type { BitbucketComment, BitbucketPullRequest } from './pull-request-records.ts';

interface PullRequestCall {
  readonly context: PullRequestContext;
  readonly exchange: Exchange;
  readonly tools: GitTools;
  /** Path after `…/pullrequests`. */
  readonly rest: readonly string[];
}

/** Everything below `/2.0/repositories/{workspace}/{slug}/pullrequests` that reads. */
export async function answerPullRequests(call: PullRequestCall): Promise<Answer> {
  const { context, exchange, rest } = call;
  const [number = '', resource, ...more] = rest;
  if (rest.length === 0) return listPullRequests(context, exchange, pathOf(context));
  const found = context.repository.pullRequests.find((one) => String(one.number) === number);
  if (found === undefined) return notFound(`Pull request ${number}`);
  if (more.length > 0) return notOffered(exchange.method, exchange.path);
  switch (resource) {
    case undefined:
      return one(call, found);
    case 'comments':
      return comments(call, found);
    case 'tasks':
      return pageAnswer(context, exchange, {
        items: found.conversation().tasks,
        maxPageLength: 100,
        path: `${pathOf(context)}/${number}/tasks`,
        parameters: [],
        toJson: (task) => taskJson(context, task),
      });
    case 'activity':
      return pageAnswer(context, exchange, {
        items: found.conversation().activity,
        maxPageLength: 50,
        path: `${pathOf(context)}/${number}/activity`,
        parameters: [],
        isOpaque: true,
        toJson: (activity) => activityJson(context, found, activity),
      });
    case 'commits':
      return commits(call, found);
    case 'diff':
    case 'diffstat':
    case 'patch':
      return toComparison(context, found, resource);
    default:
      return notOffered(exchange.method, exchange.path);
  }
}

/** The host writes workspace and repository by their UUIDs into the links between pages. */
function pathOf({ host, repository }: PullRequestContext): string {
  const [workspace, own] = [host.workspace.uuid, repository.uuid].map(encodeURIComponent);
  return `repositories/${workspace}/${own}/pullrequests`;
}

function one({ context, exchange }: PullRequestCall, found: BitbucketPullRequest): Answer {
  const fields = exchange.query.get('fields');
  const selected = selectFields(pullRequestJson(context, found), fields);
  return selected === null
    ? bitbucketError(400, `Invalid fields: ${fields}`)
    : jsonAnswer(200, selected);
}

/** Lists comments; an unpublished one is shown to its author alone. */
function comments({ context, exchange }: PullRequestCall, found: BitbucketPullRequest): Answer {
  const { caller, host } = context;
  const isPerson = caller.kind === 'known' && caller.credential.kind !== 'access-token';
  const seen = found
    .conversation()
    .comments.filter((one) => !one.isPending || (isPerson && one.author?.uuid === host.user.uuid));
  const text = exchange.query.get('q');
  const test =
    text === null
      ? () => true
      : parseQuery<BitbucketComment>(text, { deleted: ({ isDeleted }) => isDeleted });
  if (test === null) return bitbucketError(400, `Invalid query: ${text}`);
  return pageAnswer(context, exchange, {
    items: seen.filter(test),
    maxPageLength: 100,
    path: `${pathOf(context)}/${found.number}/comments`,
    parameters: ['q'],
    toJson: (comment) => commentJson(context, found, comment),
  });
}

/** Nothing once the branch is gone, although the commits may be there. */
async function commits(call: PullRequestCall, found: BitbucketPullRequest): Promise<Answer> {
  const { context, exchange, tools } = call;
  const fullName = fullNameOf(context, found.source);
  const own = context.repository.git;
  const slug = fullName?.split('/')[1] ?? '';
  const from = fullName === null ? null : (context.host.findRepository(slug)?.git ?? null);
  if (from === null) return notFound(`Repository ${found.source.repository ?? ''}`.trim());
  if (from.kind !== 'stored' || own.kind !== 'stored') {
    return notOffered(exchange.method, exchange.path);
  }
  const { branch, commit } = found.source;
  const hasBranch = branch !== null && readRef(from.directory, `refs/heads/${branch}`) !== null;
  const place = { tools, directory: from.directory, alsoFrom: own.directory };
  const left = found.destination.commit === null ? [] : [`^${found.destination.commit}`];
  const items = hasBranch && commit !== null ? await readCommits(place, [commit, ...left]) : [];
  return pageAnswer(context, exchange, {
    items,
    maxPageLength: 100,
    path: `${pathOf(context)}/${found.number}/commits`,
    parameters: [],
    toJson: (commit) => commitJson(context, commit),
  });
}

/** The host leads on to an address that names both commits, with a line break between them. */
function toComparison(
  context: PullRequestContext,
  { source, destination, number }: BitbucketPullRequest,
  resource: string,
): Answer {
  const { apiUrl, host, repository } = context;
  const own = `${host.workspace.slug}/${repository.slug}`;
  if (source.commit === null || destination.commit === null) return notFound('Commit');
  const [from, to] = [source, destination].map(({ commit }) => commit?.slice(0, 12) ?? '');
  const spec = `${fullNameOf(context, source) ?? own}:${from}%0D${to}`;
  const query = `from_pullrequest_id=${number}&topic=true`;
  const location = `${apiUrl}/2.0/repositories/${own}/${resource}/${spec}?${query}`;
  return emptyAnswer(302, { location });
}
