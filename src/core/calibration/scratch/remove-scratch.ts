import { hasCode } from '../../kernel/errors.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { TargetHost } from '../../ports/target-host.ts';

/** Begins the name of every scratch repository; nothing else is ever deleted. */
export const scratchPrefix = 'migrator-calibration-';

export const scratchDescription = 'Scratch repository of a calibration. It can be deleted.';

export type Removed = 'deleted' | 'archived' | 'gone';

/**
 * Deletes a scratch repository, or archives it where the token may not delete. A repository of the same name that is not
 * the one we created counts as none.
 * @param options id: of the repository, as the host gave it when it was created; `null` where that answer was lost
 * @throws TypeError for any other repository
 */
export async function removeScratch(
  target: Pick<TargetHost, 'findRepository' | 'deleteRepository' | 'updateRepository'>,
  options: RepositoryName & { id: string | null; signal: AbortSignal },
): Promise<Removed> {
  if (!options.name.startsWith(scratchPrefix)) throw new TypeError('not a scratch repository');
  const found = await target.findRepository(options);
  // A redirect leads to a repository of another name, which is none of ours.
  if (found.state !== 'present' || !isScratch(found.repository, options.id)) return 'gone';
  try {
    await target.deleteRepository(options);
    return 'deleted';
  } catch (error) {
    if (!hasCode(error, 'permission', 'refused')) throw error;
  }
  if (!found.repository.archived) await target.updateRepository({ ...options, archived: true });
  return 'archived';
}

/** Pure. The same name may be another person's by now. */
function isScratch(
  { id, description, visibility }: TargetRepository,
  known: string | null,
): boolean {
  if (known !== null) return id === known;
  return description === scratchDescription && visibility === 'private';
}
