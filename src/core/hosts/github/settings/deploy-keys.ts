import * as z from 'zod';
import type { FoundKey } from '../../../ports/records/target-settings.ts';
import { repositoryOf } from '../rest/shared.ts';
import {
  created,
  creatingOnce,
  listOfRepository,
  nameOf,
  type RepositoryMethod,
} from './setting-method.ts';

const keySchema = z.object({
  id: z.number(),
  title: z.string(),
  key: z.string(),
  read_only: z.boolean(),
});

export const listKeys: RepositoryMethod<'listKeys'> = async (github, request) => {
  const route = 'GET /repos/{owner}/{repo}/keys';
  const list = { what: 'deploy keys', row: keySchema, route } as const;
  return (await listOfRepository(github, request, list)).map(toKey);
};

export const createKey: RepositoryMethod<'createKey'> = async (github, request) => {
  const { title, key, readOnly } = request.key;
  const answer = await github.send(
    'POST /repos/{owner}/{repo}/keys',
    { ...repositoryOf(request), title, key, read_only: readOnly },
    creatingOnce(request.signal),
  );
  const change = `create the deploy key ${title} in ${nameOf(request)}`;
  return toKey(created(github, answer, { schema: keySchema, change }));
};

function toKey({ id, title, key, read_only: readOnly }: z.infer<typeof keySchema>): FoundKey {
  return { id: String(id), title, key, readOnly };
}
