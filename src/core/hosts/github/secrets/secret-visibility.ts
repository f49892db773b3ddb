import * as z from 'zod';
import { readAll } from '../rest/pages.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { SecretMethod } from '../rest/shared.ts';
import { absentStatuses } from './secret-scopes.ts';

const secretSchema = z.object({ visibility: z.enum(['all', 'private', 'selected']) });
const repositorySchema = z.object({ id: z.number() });

/** Read before a secret of an organization is replaced, so that its visibility stays. */
export const readVisibility: SecretMethod<'visibility'> = async (github, request) => {
  const { owner, name, signal } = request;
  const asking = { creates: false, signal } as const;
  const answer = await github.send(
    'GET /orgs/{org}/actions/secrets/{secret_name}',
    { org: owner, secret_name: name },
    { ...asking, expectedStatuses: absentStatuses },
  );
  if (absentStatuses.includes(answer.status)) return null;
  const what = `GET the secret ${name} of the organization ${owner}`;
  const { visibility } = parseResponse(secretSchema, answer, github.host, what);
  if (visibility !== 'selected') return { kind: visibility };
  const rows = await readAll({
    host: github.host,
    what: `repositories that can use the secret ${name} of ${owner}`,
    key: 'repositories',
    row: repositorySchema,
    keyOf: ({ id }) => id,
    absentStatuses: [],
    ask: (page) =>
      github.send(
        'GET /orgs/{org}/actions/secrets/{secret_name}/repositories',
        { org: owner, secret_name: name, ...page },
        asking,
      ),
  });
  return { kind: 'selected', repositoryIds: (rows ?? []).map(({ id }) => String(id)) };
};
