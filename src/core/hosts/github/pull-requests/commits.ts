import * as z from 'zod';
import { parseResponse } from '../rest/parse-response.ts';
import { type Method, repositoryOf } from '../rest/shared.ts';

const commitSchema = z.object({ parents: z.array(z.object({ sha: z.string() })) });

export const readParents: Method<'readParents'> = async (github, request) => {
  const { commit, signal } = request;
  const answer = await github.send(
    'GET /repos/{owner}/{repo}/commits/{ref}',
    { ...repositoryOf(request), ref: commit },
    { creates: false, expectedStatuses: [404, 409, 422], signal },
  );
  if (answer.status !== 200) return null;
  const what = `GET commit ${commit} of ${request.owner}/${request.name}`;
  return parseResponse(commitSchema, answer, github.host, what).parents.map(({ sha }) => sha);
};
