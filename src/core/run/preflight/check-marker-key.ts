import { inParallel } from '../../kernel/async/in-parallel.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import { asRepositoryFailure } from '../../replica/context/as-repository-failure.ts';
import { wayToTheKey } from '../../replica/context/require-marker-key.ts';
import { targetExists } from '../../replica/context/target-exists.ts';
import type { Preflight } from './preflight-questions.ts';

const concurrency = 8;

/**
 * After a state was lost with its key: pull requests on the target may be ours, and none of them could be recognised, so
 * that each would be created again. One request for each existing target that gets some; with a key, the markers show it.
 * @param found those whose target is there and would be taken over
 */
export async function checkMarkerKey(
  check: Preflight & { readonly owner: TargetOwner },
  found: readonly PlannedRepository[],
): Promise<readonly MigratorError[]> {
  const { services, owner, signal } = check;
  if (found.length === 0 || services.hasMarkerKey()) return [];
  const concerned = found.filter(check.migratesPullRequests);
  const problems = await inParallel(concerned, { concurrency }, async ({ target }) => {
    const name = { owner: owner.login, name: target };
    try {
      const newest = await services.target.pullRequests.newestNumber({ ...name, signal });
      const why = `, with issues or pull requests (up to number ${newest}); marker.key, which identifies those of earlier migrations, is missing`;
      const where = { targetFullName: `${owner.login}/${target}`, target: services.target };
      return newest > 0 ? [targetExists(where, { why, hint: wayToTheKey })] : [];
    } catch (error) {
      return [asRepositoryFailure(error)];
    }
  });
  return problems.flat();
}
