import { isRepositoryClaim } from '../../../ports/state/shared-run.ts';
import type { MigrationWriter } from '../../../ports/store.ts';
import type { MigrationServices } from '../../../replica/context/migration-context.ts';

/**
 * Lets workers that an earlier coordinator has left begin nothing new, so that what is checked now does not change meanwhile.
 * @returns slugs of those that they work on still; and how they go on as before
 */
export async function pauseOtherProcesses(
  { sharing }: Pick<MigrationServices, 'sharing'>,
  migration: string,
  { share }: Pick<MigrationWriter, 'share'>,
): Promise<{ readonly working: readonly string[]; readonly goOn: () => Promise<void> }> {
  if (sharing === null || share === null) return { working: [], goOn: async () => {} };
  const earlier = await sharing.runs.findRun(migration);
  await share(null);
  const claims = await sharing.runs.listClaims(migration);
  return {
    working: claims.filter(isRepositoryClaim).map(({ source }) => source),
    goOn: () => share(earlier),
  };
}
