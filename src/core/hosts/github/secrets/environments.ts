import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import { factsOf } from '../../../network/response/response.ts';
import type { EnvironmentReviewer, TargetEnvironment } from '../../../ports/secret-target.ts';
import { readAll } from '../rest/pages.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { SecretMethod } from '../rest/shared.ts';
import { repositoryOf } from '../rest/shared.ts';
import { absentStatuses, uniqueByName } from './secret-scopes.ts';

const environmentSchema = z.object({
  id: z.number(),
  name: z.string().min(1),
  protection_rules: z.array(z.object({ type: z.string() })).nullish(),
  deployment_branch_policy: z.unknown().optional(),
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

/** Sends no parameters but reviewers, as each would be a rule. GitHub's Free plan has no environments for private repositories. */
export const createEnvironment: SecretMethod<'createEnvironment'> = async (github, request) => {
  const { owner, name, environment, reviewers = [], signal } = request;
  const answer = await github.send(
    'PUT /repos/{owner}/{repo}/environments/{environment_name}',
    {
      ...repositoryOf(request),
      environment_name: environment,
      ...(reviewers.length === 0 ? {} : { reviewers: reviewers.map(toReviewer) }),
    },
    { creates: false, expectedStatuses: [...absentStatuses, 422], signal },
  );
  const what = `the environment ${environment} of ${owner}/${name}`;
  if (answer.status < 300) {
    return toEnvironment(parseResponse(environmentSchema, answer, github.host, `PUT ${what}`));
  }
  throw new MigratorError('refused', `${github.host} refused to create ${what}`, {
    hint: reviewers.length === 0 ? needsPlan : `${needsPlan} ${needsEnterprise}`,
    ...factsOf(answer),
  });
};

const needsPlan =
  'Environments in private repositories need a paid GitHub plan and a repository administrator.';
const needsEnterprise = 'Their reviewers need GitHub Enterprise.';

const variableSchema = z.object({ value: z.string() });

/** Creates a variable, or reads the one that is there (409). */
export const createVariable: SecretMethod<'createVariable'> = async (github, request) => {
  const { owner, name, variable, value, signal } = request;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/actions/variables',
    { ...repositoryOf(request), name: variable, value },
    { creates: false, expectedStatuses: [...absentStatuses, 403, 409, 422], signal },
  );
  if (answer.status < 300) return value;
  if (answer.status === 409) {
    const known = await github.send(
      'GET /repos/{owner}/{repo}/actions/variables/{name}',
      { ...repositoryOf(request), name: variable },
      { creates: false, signal },
    );
    const what = `GET the variable ${variable} of ${owner}/${name}`;
    return parseResponse(variableSchema, known, github.host, what).value;
  }
  throw new MigratorError(
    'refused',
    `${github.host} refused to create the variable ${variable} of ${owner}/${name}`,
    {
      hint: 'DST_TOKEN needs permission to write variables of the repository.',
      ...factsOf(answer),
    },
  );
};

function toReviewer({ kind, id }: EnvironmentReviewer) {
  return { type: kind === 'team' ? ('Team' as const) : ('User' as const), id: Number(id) };
}

function toEnvironment({
  id,
  name,
  protection_rules: rules,
  deployment_branch_policy: policy,
}: z.infer<typeof environmentSchema>): TargetEnvironment {
  const types = (rules ?? []).map(({ type }) => type);
  const hasOthers = types.length > 0 || (policy ?? null) !== null;
  const others = hasOthers ? 'others' : 'none';
  return {
    id: String(id),
    name,
    rules: types.includes('required_reviewers') ? 'reviewers' : others,
  };
}
