import type { BitbucketPullRequest } from '../bitbucket/pull-requests/pull-request-records.ts';
import type { BitbucketRepository } from '../bitbucket/records.ts';
import { diffSinceFork } from '../git/read-commits.ts';
import { type Answer, textAnswer } from '../network/answer.ts';
import { noCommit, noPullRequest, notOffered, ownJson } from './answers.ts';
import type { Call } from './callers.ts';
import { keyOf } from './instance.ts';
import { activitiesJson } from './json/activity-json.ts';
import { pullRequestJson, stateOf } from './json/pull-request-json.ts';
import { invalid, pageAnswer } from './page.ts';

interface PullRequestCall extends Call {
  readonly repository: BitbucketRepository;
}

/** @param parts what follows `pull-requests` */
export function answerPullRequests(
  call: PullRequestCall,
  parts: readonly string[],
): Answer | Promise<Answer> {
  const { exchange, instance, repository } = call;
  const [name, kind, ...rest] = parts;
  if (name === undefined) return list(call);
  const number = name.replace(/\.diff$/, '');
  const found = repository.pullRequests.find((one) => String(one.number) === number);
  if (found === undefined) return noPullRequest(name, keyOf(instance, repository), repository.slug);
  if (name.endsWith('.diff') && kind === undefined) return diff(call, found);
  if (kind === undefined) return ownJson(200, pullRequestJson(call, found));
  if (kind !== 'activities' || rest.length > 0) return notOffered(exchange.method, exchange.path);
  return pageAnswer(instance, exchange, {
    items: activitiesJson(call, found),
    mostRows: 500,
    parameters: [],
    toJson: (activity) => activity,
  });
}

const states = ['ALL', 'OPEN', 'MERGED', 'DECLINED'];

/** The open ones, newest first, unless something else is asked for. */
function list(call: PullRequestCall): Answer {
  const { exchange, instance, repository } = call;
  const state = exchange.query.get('state') ?? 'OPEN';
  const order = exchange.query.get('order') ?? 'NEWEST';
  if (!states.includes(state)) return invalid(`'${state}' is not a valid pull request state`);
  const wanted = repository.pullRequests.filter((one) => state === 'ALL' || stateOf(one) === state);
  return pageAnswer(instance, exchange, {
    items: order === 'OLDEST' ? wanted : wanted.toReversed(),
    mostRows: 100,
    parameters: ['state', 'order'],
    toJson: (one) => pullRequestJson(call, one),
  });
}

async function diff(call: PullRequestCall, found: BitbucketPullRequest): Promise<Answer> {
  const { exchange, instance, repository } = call;
  if (repository.git.kind !== 'stored') return notOffered(exchange.method, exchange.path);
  const { source, destination } = found;
  const fork = instance.bitbucket.findRepository(source.repository?.split('/')[1] ?? '');
  const other = fork?.git.kind === 'stored' ? { alsoFrom: fork.git.directory } : {};
  const place = { tools: instance.tools, directory: repository.git.directory, ...other };
  const text =
    source.commit === null || destination.commit === null
      ? null
      : await diffSinceFork(place, { source: source.commit, destination: destination.commit });
  if (text === null) return noCommit(source.commit ?? '', repository.slug);
  return textAnswer(200, text, { 'content-type': 'text/plain;charset=UTF-8' });
}
