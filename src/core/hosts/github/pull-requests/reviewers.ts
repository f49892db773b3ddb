import * as z from 'zod';
import { isLogin } from '../names/naming.ts';
import { readList } from '../rest/pages.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { Method } from '../rest/shared.ts';
import { numbered, repositoryOf } from '../rest/shared.ts';

/** Sends no request for a name that cannot be a login. */
export const isCollaborator: Method<'isCollaborator'> = async (github, request) => {
  if (!isLogin(request.login)) return false;
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/collaborators/{username}',
    { ...repositoryOf(request), username: request.login },
    { creates: false, expectedStatuses: [404], signal: request.signal },
  );
  return answer.status < 300;
};

/** GitHub refuses all of them if one is the author or no collaborator. */
export const requestReviewers: Method<'requestReviewers'> = async (github, request) => {
  if (request.logins.length === 0) return 'requested';
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
    { ...numbered(request), reviewers: [...request.logins] },
    { creates: false, expectedStatuses: [422], signal: request.signal },
  );
  return answer.status === 422 ? 'refused' : 'requested';
};

/** GitHub answers 200 for those who were not asked, and 422 for accounts that are gone. */
export const withdrawReviewers: Method<'withdrawReviewers'> = async (github, request) => {
  if (request.logins.length === 0) return;
  await github.send(
    'DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
    { ...numbered(request), reviewers: [...request.logins] },
    { creates: false, expectedStatuses: [422], signal: request.signal },
  );
};

const requestedSchema = z.object({ users: z.array(z.object({ login: z.string() })) });
// `null` where the account is gone.
const reviewerSchema = z.object({
  id: z.union([z.number(), z.string()]),
  user: z.object({ login: z.string() }).nullable().catch(null),
});

/** Requested reviewers and those who have reviewed: one request each, and more for over a hundred reviews. */
export const listReviewers: Method<'listReviewers'> = async (github, request) => {
  const { signal } = request;
  const what = `reviewers of pull request ${request.number}`;
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
    numbered(request),
    { creates: false, signal },
  );
  const { users } = parseResponse(requestedSchema, answer, github.host, what);
  const found = new Set(users.map(({ login }) => login.toLowerCase()));
  const reviews = readList(
    github,
    'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
    numbered(request),
    { what, row: reviewerSchema, keyOf: ({ id }) => id, to: ({ user }) => user, signal },
  );
  for await (const rows of reviews) {
    for (const user of rows) if (user !== null) found.add(user.login.toLowerCase());
  }
  return found;
};
