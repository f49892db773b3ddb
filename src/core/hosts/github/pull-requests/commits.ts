import * as z from 'zod';
import { parseResponse } from '../rest/parse-response.ts';
import { type Method, repositoryOf } from '../rest/shared.ts';

const commitSchema = z.object({
  parents: z.array(z.object({ sha: z.string() })),
  commit: z.object({
    author: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
    message: z.string(),
  }),
});

export const readCommit: Method<'readCommit'> = async (github, request) => {
  const { commit, signal } = request;
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/commits/{ref}',
    { ...repositoryOf(request), ref: commit },
    { creates: false, expectedStatuses: [404, 409, 422], signal },
  );
  if (answer.status !== 200) return null;
  const what = `GET commit ${commit} of ${request.owner}/${request.name}`;
  const { parents, commit: text } = parseResponse(commitSchema, answer, github.host, what);
  const { author, message } = text;
  return {
    parents: parents.map(({ sha }) => sha),
    author: `${author?.name ?? ''} <${author?.email ?? ''}>`,
    message,
  };
};
