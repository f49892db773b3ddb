import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { factsOf } from '../../../network/response/response.ts';
import type { TargetEnvironment } from '../../../ports/secret-target.ts';
import { readAll } from '../rest/pages.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { SecretMethod } from '../rest/shared.ts';
import { repositoryOf } from '../rest/shared.ts';
import { absentStatuses, uniqueByName } from './secret-scopes.ts';

const environmentSchema = z.object({
  id: z.number(),
  name: z.string().min(1),
});

export const listEnvironments: SecretMethod<'listEnvironments'> = async (github, request) => {
  const rows = await readAll({
    host: github.host,
    what: `environments in ${request.owner}/${request.name}`,
    key: 'environments',
    row: environmentSchema,
    keyOf: ({ name }) => name,
    absentStatuses,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/environments',
        { ...repositoryOf(request), ...page },
        { creates: false, expectedStatuses: absentStatuses, signal: request.signal },
      ),
  });
  return rows === null ? null : uniqueByName(rows).map(toEnvironment);
};

/** Sends no parameters, as each would be a rule. GitHub's Free plan has no environments for private repositories. */
export const createEnvironment: SecretMethod<'createEnvironment'> = async (github, request) => {
  const { owner, name, environment, signal } = request;
  const answer = await github.send(
    'PUT /repos/{owner}/{repo}/environments/{environment_name}',
    { ...repositoryOf(request), environment_name: environment },
    { creates: false, expectedStatuses: [...absentStatuses, 422], signal },
  );
  const what = `the environment ${environment} of ${owner}/${name}`;
  if (answer.status < 300) {
    return toEnvironment(parseResponse(environmentSchema, answer, github.host, `PUT ${what}`));
  }
  throw new MigratorError('refused', `${github.host} refused to create ${what}`, {
    hint: 'Environments in private repositories need a paid GitHub plan and a repository administrator.',
    ...factsOf(answer),
  });
};

function toEnvironment({ id, name }: z.infer<typeof environmentSchema>): TargetEnvironment {
  return { id: String(id), name };
}
