import * as z from 'zod';
import type { HttpResponse } from '../../../network/response/response.ts';
import { readList } from '../rest/pages.ts';
import { parseCreated, parseResponse } from '../rest/parse-response.ts';
import type { Method } from '../rest/shared.ts';
import { creating, type GitHub, numbered, type Options, repositoryOf } from '../rest/shared.ts';
import { refusalMessage, whyRefused } from './pull-request-refusals.ts';
import {
  numberSchema,
  type PullRequestRow,
  pullRequestSchema,
  toTargetPullRequest,
} from './pull-request-schema.ts';

/** Issues and pull requests share their numbers; where issues are switched off (410), only the latter have any. */
export const newestNumber: Method<'newestNumber'> = async (github, request) => {
  const { signal } = request;
  const parameters = {
    ...repositoryOf(request),
    state: 'all',
    sort: 'created',
    direction: 'desc',
    per_page: 1,
  } as const;
  const answer = await github.send('GET /repos/{owner}/{repo}/issues', parameters, {
    creates: false,
    expectedStatuses: [404, 410],
    signal,
  });
  if (answer.status < 400) return highestNumber(github, answer);
  const pulls = await github.send('GET /repos/{owner}/{repo}/pulls', parameters, {
    creates: false,
    signal,
  });
  return highestNumber(github, pulls);
};

export function listPullRequests(github: GitHub, request: Options<'list'>) {
  const state = request.onlyOpen === true ? ('open' as const) : ('all' as const);
  return readList(
    github,
    'GET /repos/{owner}/{repo}/pulls',
    { ...repositoryOf(request), state, sort: 'created', direction: 'desc' },
    {
      what: `pull requests in ${request.owner}/${request.name}`,
      pageLength: request.atMost,
      row: pullRequestSchema,
      keyOf: (row) => row.number,
      to: toTargetPullRequest,
      signal: request.signal,
    },
  );
}

export const findPullRequest: Method<'find'> = async (github, request) => {
  const row = await findPullRequestRow(github, request);
  return row === null ? null : toTargetPullRequest(row);
};

/** With what only the adapter uses. */
export async function findPullRequestRow(
  github: GitHub,
  request: Options<'find'>,
): Promise<PullRequestRow | null> {
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    numbered(request),
    { creates: false, expectedStatuses: [404, 410], signal: request.signal },
  );
  if (answer.status >= 400) return null;
  return parseResponse(pullRequestSchema, answer, github.host, `pull request ${request.number}`);
}

export const updatePullRequest: Method<'update'> = async (github, request) => {
  const { title, body, state, base, signal, isCurrent } = request;
  const answer = await github.send(
    'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
    {
      ...numbered(request),
      ...(title === undefined ? {} : { title }),
      ...(body === undefined ? {} : { body }),
      ...(state === undefined ? {} : { state }),
      ...(base === undefined ? {} : { base }),
    },
    { creates: false, signal, isCurrent },
  );
  const what = `updating pull request ${request.number}`;
  return toTargetPullRequest(parseResponse(pullRequestSchema, answer, github.host, what));
};

function highestNumber(github: GitHub, answer: HttpResponse): number {
  const rows = parseResponse(
    z.array(numberSchema),
    answer,
    github.host,
    'newest pull request number',
  );
  return rows.reduce((highest, { number }) => Math.max(highest, number), 0);
}

/** @throws `not-found` also shortly after the repository was created, until all of GitHub knows it */
export const createPullRequest: Method<'create'> = async (github, request) => {
  const { title, body, head, base, isDraft, signal } = request;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/pulls',
    { ...repositoryOf(request), title, body, head, base, draft: isDraft },
    { ...creating, expectedStatuses: [422], signal },
  );
  if (answer.status === 422) {
    return { kind: 'refused', why: whyRefused(answer.json), message: refusalMessage(answer) };
  }
  const what = `creating a pull request from ${head} in ${request.owner}/${request.name}`;
  const row = parseCreated(pullRequestSchema, answer, github.host, what);
  return { kind: 'created', pullRequest: toTargetPullRequest(row) };
};
