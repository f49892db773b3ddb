import * as z from 'zod';
import type { TargetWriter } from '../../../ports/target-closure.ts';
import { repositoryOf } from '../rest/shared.ts';
import { changing, listAll, nameOf } from '../settings/setting-method.ts';
import type { ClosureMethod } from './doors.ts';

const writerSchema = z.object({
  id: z.number(),
  login: z.string().min(1),
  role_name: z.string(),
  permissions: z.object({ push: z.boolean() }).nullish().catch(null),
});

/** GitHub's filter by permission counts custom roles by what they are based on; the roles show who is meant. */
export const listWriters: ClosureMethod<'listWriters'> = async (github, request) => {
  const rows = await listAll(github, {
    what: `people who can push to ${nameOf(request)}`,
    row: writerSchema,
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(
        'GET /repos/{owner}/{repo}/collaborators',
        { ...repositoryOf(request), affiliation: 'all', ...page },
        changing(request.signal),
      ),
  });
  return rows.flatMap(({ login, role_name: role, permissions }): TargetWriter[] => {
    if (role === 'write' || role === 'maintain' || role === 'admin') return [{ login, role }];
    return permissions?.push === true ? [{ login, role: 'custom' }] : [];
  });
};

const ownerSchema = z.object({ id: z.number(), login: z.string().min(1) });

export const listOwners: ClosureMethod<'listOwners'> = async (github, request) => {
  const { organization, signal } = request;
  const rows = await listAll(github, {
    what: `owners of ${organization}`,
    row: ownerSchema,
    keyOf: ({ id }) => id,
    ask: (page) =>
      github.send(
        'GET /orgs/{org}/members',
        { org: organization, role: 'admin', ...page },
        changing(signal),
      ),
  });
  return rows.map(({ login }) => login);
};
