import * as z from 'zod';
import { field } from '../../../network/http/response.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import type { SecretVisibility } from '../../../ports/secret-target.ts';
import { readPages } from '../rest/pages.ts';
import { parseResponse } from '../rest/parse-response.ts';
import type { GitHub } from '../rest/shared.ts';
import { absentStatuses } from './secret-pages.ts';

const secretSchema = z.object({ visibility: z.enum(['all', 'private', 'selected']) });
const repositorySchema = z.object({ id: z.number() });

/** Who may use an organisation's secret, so that it can be written anew without that being changed. */
export async function readVisibility(
  github: GitHub,
  { owner, name, signal }: { owner: string; name: string } & Cancellable,
): Promise<SecretVisibility | null> {
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
  const repositoryIds: string[] = [];
  const pages = readPages({
    host: github.host,
    what: `of the repositories that may use the secret ${name} of ${owner}`,
    row: repositorySchema,
    keyOf: ({ id }) => String(id),
    async ask(page) {
      const one = await github.send(
        'GET /orgs/{org}/actions/secrets/{secret_name}/repositories',
        { org: owner, secret_name: name, ...page },
        asking,
      );
      return { ...one, json: field(one.json, 'repositories') };
    },
  });
  for await (const page of pages) for (const { id } of page) repositoryIds.push(String(id));
  return { kind: 'selected', repositoryIds };
}
