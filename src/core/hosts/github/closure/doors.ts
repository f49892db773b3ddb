import * as z from 'zod';
import type { TargetClosure, TargetDoors } from '../../../ports/target-closure.ts';
import type { MethodOf } from '../../shared/method.ts';
import { type GitHub, repositoryOf } from '../rest/shared.ts';
import { changing, nameOf, taken } from '../settings/setting-method.ts';

export type ClosureMethod<Name extends keyof TargetClosure> = MethodOf<GitHub, TargetClosure, Name>;

const doorsSchema = z.object({
  id: z.number(),
  private: z.boolean(),
  visibility: z.enum(['public', 'private', 'internal']).nullish().catch(null),
  archived: z.boolean().catch(false),
  has_issues: z.boolean(),
  // Older servers have no such policy.
  pull_request_creation_policy: z.enum(['all', 'collaborators_only']).nullish().catch(null),
});

const changedSchema = z.object({ id: z.number() });

export const readDoors: ClosureMethod<'read'> = async (github, request) => {
  const answer = await github.send(
    'GET /repos/{owner}/{repo}',
    repositoryOf(request),
    changing(request.signal),
  );
  const change = `read who can open issues and pull requests in ${nameOf(request)}`;
  return toDoors(taken(github, answer, { schema: doorsSchema, change }));
};

export const closeDoors: ClosureMethod<'close'> = (github, request) =>
  openDoors(github, {
    ...request,
    visibility: 'private',
    hasIssues: false,
    pullRequestPolicy: 'collaborators_only',
  });

/** An answer to a change may show what was asked for: only a read shows what the host has. The id is that of what was changed. */
export const openDoors: ClosureMethod<'open'> = async (github, request) => {
  const { visibility, hasIssues, pullRequestPolicy, signal, isCurrent } = request;
  const answer = await github.send(
    'PATCH /repos/{owner}/{repo}',
    {
      ...repositoryOf(request),
      // `internal` is missing from the description of github.com, which Enterprise Cloud shares its address with.
      ...(visibility === undefined ? {} : { visibility: visibility as 'public' | 'private' }),
      ...(hasIssues === undefined ? {} : { has_issues: hasIssues }),
      ...(pullRequestPolicy === undefined
        ? {}
        : { pull_request_creation_policy: pullRequestPolicy }),
    },
    { ...changing(signal), isCurrent },
  );
  const change = `change who can see ${nameOf(request)} and open issues there`;
  const { id } = taken(github, answer, { schema: changedSchema, change });
  return { ...(await readDoors(github, request)), id: String(id) };
};

function toDoors(row: z.infer<typeof doorsSchema>): TargetDoors {
  return {
    id: String(row.id),
    visibility: row.visibility ?? (row.private ? 'private' : 'public'),
    archived: row.archived,
    hasIssues: row.has_issues,
    pullRequestPolicy: row.pull_request_creation_policy ?? null,
  };
}
