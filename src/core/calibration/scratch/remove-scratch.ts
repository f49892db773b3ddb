import { hasCode } from '../../kernel/errors.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { TargetHost } from '../../ports/target-host.ts';

/** Begins the name of every scratch repository; nothing else is ever deleted. */
export const scratchPrefix = 'migrator-calibration-';

export type Removed = 'deleted' | 'archived' | 'gone';

/**
 * Deletes a scratch repository, or archives it where the token may not delete.
 * @throws TypeError for any other repository
 */
export async function removeScratch(
  target: Pick<TargetHost, 'findRepository' | 'deleteRepository' | 'updateRepository'>,
  options: RepositoryName & { signal: AbortSignal },
): Promise<Removed> {
  if (!options.name.startsWith(scratchPrefix)) throw new TypeError('not a scratch repository');
  const found = await target.findRepository(options);
  // A redirect leads to a repository of another name, which is none of ours.
  if (found.state !== 'present') return 'gone';
  try {
    await target.deleteRepository(options);
    return 'deleted';
  } catch (error) {
    if (!hasCode(error, 'permission', 'refused')) throw error;
  }
  if (!found.repository.archived) await target.updateRepository({ ...options, archived: true });
  return 'archived';
}
