import * as z from 'zod';
import type { FoundMerging } from '../../../ports/records/target-settings.ts';
import { repositoryOf } from '../rest/shared.ts';
import { changing, nameOf, type RepositoryMethod, taken } from './setting-method.ts';

/** GitHub leaves these out for those who may not administer the repository. */
const mergingSchema = z.object({
  allow_merge_commit: z.boolean(),
  allow_squash_merge: z.boolean(),
  allow_rebase_merge: z.boolean(),
  allow_auto_merge: z.boolean().nullish().catch(null),
});

export const readMerging: RepositoryMethod<'readMerging'> = async (github, request) => {
  const answer = await github.send(
    'GET /repos/{owner}/{repo}',
    repositoryOf(request),
    changing(request.signal),
  );
  const change = `read the merge methods of ${nameOf(request)}`;
  return toMerging(taken(github, answer, { schema: mergingSchema, change }));
};

export const updateMerging: RepositoryMethod<'updateMerging'> = async (github, request) => {
  const { flags, autoMerge, signal } = request;
  const answer = await github.send(
    'PATCH /repos/{owner}/{repo}',
    {
      ...repositoryOf(request),
      ...(flags === undefined
        ? {}
        : {
            allow_merge_commit: flags.mergeCommit,
            allow_squash_merge: flags.squash,
            allow_rebase_merge: flags.rebase,
          }),
      ...(autoMerge === undefined ? {} : { allow_auto_merge: autoMerge }),
    },
    changing(signal),
  );
  const change = `set the merge methods of ${nameOf(request)}`;
  return toMerging(taken(github, answer, { schema: mergingSchema, change }));
};

function toMerging(row: z.infer<typeof mergingSchema>): FoundMerging {
  return {
    mergeCommit: row.allow_merge_commit,
    squash: row.allow_squash_merge,
    rebase: row.allow_rebase_merge,
    autoMerge: row.allow_auto_merge ?? null,
  };
}
