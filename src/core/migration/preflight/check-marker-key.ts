import { inParallel } from '../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { TargetOwner } from '../../ports/records/account.ts';
import type { Migration } from '../../ports/records/migration.ts';
import { asRepositoryFailure } from '../as-repository-failure.ts';
import type { VerificationServices } from '../migration-context.ts';
import { targetExists } from '../target-exists.ts';
import type { Preflight } from './preflight-questions.ts';

const concurrency = 8;

export const wayToTheKey =
  'Copy marker.key from the state folder of the machine that created them (`migrator doctor` shows where) and run again. Or use --skip-existing to skip the repository, --overwrite to replace it.';

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
      const why = `, with issues or pull requests (up to number ${newest}); marker.key, which identifies ours, is missing`;
      const where = { targetFullName: `${owner.login}/${target}`, target: services.target };
      return newest > 0 ? [targetExists(where, { why, hint: wayToTheKey })] : [];
    } catch (error) {
      return [asRepositoryFailure(error)];
    }
  });
  return problems.flat();
}

/**
 * A key that is created again recognises nothing that was signed with the old one: what an interrupted run has written would be
 * written again, and a comparison would miss all of it.
 * @throws `state` where the migration has made pull requests and the key is not there
 */
export async function requireMarkerKey(
  { store, hasMarkerKey }: Pick<VerificationServices, 'store' | 'hasMarkerKey'>,
  { id, status }: Pick<Migration, 'id' | 'status'>,
): Promise<void> {
  if (hasMarkerKey()) return;
  for (const { source } of await store.listRepositories(id)) {
    const [made] = await store.listObjects(id, source, 'pull-request');
    if (made !== undefined) throw missing(id, status);
  }
}

function missing(id: string, status: Migration['status']): MigratorError {
  const isEnded = status === 'completed' || status === 'cancelled';
  const lost = isEnded
    ? 'Without it, migrator cannot recognize what it created.'
    : `If it is lost, run \`migrator migrate --cancel ${id}\`, then migrate the same plan with --skip-existing or --overwrite.`;
  return new MigratorError(
    'state',
    `The state folder lacks marker.key, which signed the pull requests of ${id}`,
    {
      hint: `Restore it beside the state, or copy it from the machine that started the migration. ${lost}`,
    },
  );
}
