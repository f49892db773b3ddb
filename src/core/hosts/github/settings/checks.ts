import * as z from 'zod';
import { readAll } from '../rest/pages.ts';
import { repositoryOf } from '../rest/shared.ts';
import { listAll, nameOf, type RepositoryMethod } from './setting-method.ts';

const statusSchema = z.object({ id: z.number(), context: z.string() });
const runSchema = z.object({ id: z.number(), name: z.string() });

/** Commit statuses and check runs: two lists. */
export const listChecks: RepositoryMethod<'listChecks'> = async (github, request) => {
  const { commit, signal } = request;
  const place = { ...repositoryOf(request), ref: commit };
  const asking = { creates: false, expectedStatuses: [404, 422], signal } as const;
  const statuses = await listAll(github, {
    what: `commit statuses in ${nameOf(request)}`,
    row: statusSchema,
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/commits/{ref}/statuses',
        { ...place, ...page },
        asking,
      ),
  });
  const runs = await readAll({
    host: github.host,
    what: `check runs in ${nameOf(request)}`,
    key: 'check_runs',
    row: runSchema,
    keyOf: ({ id }) => id,
    absentStatuses: [404, 422],
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
        { ...place, ...page },
        asking,
      ),
  });
  const names = [
    ...statuses.map(({ context }) => context),
    ...(runs ?? []).map(({ name }) => name),
  ];
  return [...new Set(names)];
};
