import * as z from 'zod';
import { hasCode } from '../../../kernel/errors.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import type { Closer } from '../../../ports/pull-request-target.ts';
import { readList } from '../rest/pages.ts';
import { parseResponse } from '../rest/parse-response.ts';
import { type Method, repositoryOf } from '../rest/shared.ts';

const issueSchema = z.object({
  state: z.enum(['open', 'closed']),
  pull_request: z.object({ merged_at: z.string().nullish() }).nullish().catch(null),
});

/** Every pull request is an issue to this route. */
export const readState: Method<'readState'> = async (github, request) => {
  const { number, signal } = request;
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/issues/{issue_number}',
    { ...repositoryOf(request), issue_number: number },
    { creates: false, expectedStatuses: [301, 404, 410], signal },
  );
  if (answer.status !== 200) return null;
  const what = `GET issue ${number} of ${request.owner}/${request.name}`;
  const { state, pull_request: pull } = parseResponse(issueSchema, answer, github.host, what);
  return pull?.merged_at ? 'merged' : state;
};

const eventSchema = z.object({
  id: z.number().int(),
  event: z.string().catch(''),
  commit_id: z.string().nullable().catch(null),
});

/** "When the commit_id is present, it identifies the commit that closed the issue using 'closes / fixes #NN' syntax." */
export const readCloser: Method<'readCloser'> = async (github, request) => {
  const { number, signal } = request;
  const pages = readList(
    github,
    'GET /repos/{owner}/{repo}/issues/{issue_number}/events',
    { ...repositoryOf(request), issue_number: number },
    {
      what: `events of issue ${number} of ${request.owner}/${request.name}`,
      row: eventSchema,
      keyOf: ({ id }) => id,
      to: (row) => row,
      signal,
    },
  );
  let closer: Closer | null = null;
  try {
    for await (const page of pages) {
      const closed = page.findLast(({ event }) => event === 'closed');
      if (closed !== undefined) closer = { commit: closed.commit_id };
    }
  } catch (error) {
    if (!hasCode(error, 'not-found', 'permission')) throw error;
  }
  return closer;
};

export const reopen: Method<'reopen'> = async (github, request) => {
  const { number, signal } = request;
  const answer = await github.send(
    'PATCH /repos/{owner}/{repo}/issues/{issue_number}',
    { ...repositoryOf(request), issue_number: number, state: 'open' },
    { creates: false, expectedStatuses: [404, 410, 422], signal },
  );
  if (answer.status === 200) return true;
  if ([404, 410, 422].includes(answer.status)) return false;
  throw statusError(answer, github.host, `PATCH issue ${number}`);
};
