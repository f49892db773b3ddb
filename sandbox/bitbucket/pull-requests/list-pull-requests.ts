import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { bitbucketTime } from '../accounts/identities.ts';
import { bitbucketError } from '../rest/answers.ts';
import { asksFor } from '../rest/fields.ts';
import { pageAnswer } from '../rest/page.ts';
import { parseQuery, type QueryField } from '../rest/query-language.ts';
import { type PullRequestContext, pullRequestJson } from './pull-request-json.ts';
import type { BitbucketPullRequest } from './pull-request-records.ts';

const states = ['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED'];

const queryFields: Readonly<Record<string, QueryField<BitbucketPullRequest>>> = {
  id: ({ number }) => number,
  title: ({ title }) => title,
  state: ({ state }) => state,
  created_on: ({ createdOn }) => bitbucketTime(createdOn),
  updated_on: ({ updatedOn }) => bitbucketTime(updatedOn),
  'source.branch.name': ({ source }) => source.branch ?? '',
  'destination.branch.name': ({ destination }) => destination.branch ?? '',
};

const sortKeys: Readonly<Record<string, (one: BitbucketPullRequest) => number>> = {
  id: ({ number }) => number,
  created_on: ({ createdOn }) => +createdOn,
  updated_on: ({ updatedOn }) => +updatedOn,
};

/** Fields that a list leaves out unless `fields` names them. */
const hiddenFields = ['reviewers', 'participants'];

/** `GET …/pullrequests`: the open ones unless states are named; a query puts all `state` parameters aside. */
export function listPullRequests(
  context: PullRequestContext,
  exchange: Exchange,
  path: string,
): Answer {
  const { query } = exchange;
  const asked = query.getAll('state');
  const unknown = asked.find((state) => !states.includes(state));
  if (unknown !== undefined) return bitbucketError(400, `Invalid state: ${unknown}`);
  const wanted = asked.length === 0 ? ['OPEN'] : asked;
  const text = query.get('q');
  const test =
    text === null
      ? (one: BitbucketPullRequest) => wanted.includes(one.state)
      : parseQuery(text, queryFields);
  if (test === null) return bitbucketError(400, `Invalid query: ${text}`);
  const items = sort(context.repository.pullRequests.filter(test), query.get('sort'));
  if (items === null) return bitbucketError(400, 'Invalid sort field');
  const fields = query.get('fields');
  const hidden = hiddenFields.filter((name) => !asksFor(fields, `values.${name}`));
  return pageAnswer(context, exchange, {
    items,
    maxPageLength: 50,
    path,
    parameters: ['state', 'q', 'sort'],
    toJson: (one) => pullRequestJson(context, one, { hidden }),
  });
}

/** Without `sort` the newest come first. */
function sort(
  pullRequests: readonly BitbucketPullRequest[],
  by: string | null,
): readonly BitbucketPullRequest[] | null {
  const wanted = by ?? '-id';
  const key = sortKeys[wanted.replace(/^-/, '')];
  if (key === undefined) return null;
  const sorted = pullRequests.toSorted((a, b) => key(a) - key(b) || a.number - b.number);
  return wanted.startsWith('-') ? sorted.reverse() : sorted;
}
