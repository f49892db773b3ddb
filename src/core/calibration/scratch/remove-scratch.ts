import { hasCode } from '../../kernel/errors.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { RepositoryName } from '../../ports/records/target-address.ts';
import type { TargetHost } from '../../ports/target-host.ts';

/** Begins the name of every scratch repository; nothing else is ever deleted. */
const scratchPrefix = 'migrator-calibration-';

/** A name that nobody has. @param random as Math.random */
export function newScratchName(random: () => number): string {
  const digits = Math.floor(random() * 36 ** 8).toString(36);
  return `${scratchPrefix}${digits.padStart(8, '0')}`;
}

export const scratchDescription = 'Scratch repository of a calibration. It can be deleted.';

export type Removed = 'deleted' | 'archived' | 'gone';

/**
 * Deletes a scratch repository, or archives it where the token may not delete. A repository of the same name that is not
 * the one we created counts as none.
 * @param options id: of the repository, as the host gave it when it was created; `null` where that answer was lost
 * @param options isImported: it may have no description yet
 * @throws TypeError for any other repository
 */
export async function removeScratch(
  target: Pick<TargetHost, 'findRepository' | 'deleteRepository' | 'updateRepository'>,
  options: RepositoryName & { id: string | null; isImported: boolean; signal: AbortSignal },
): Promise<Removed> {
  if (!options.name.startsWith(scratchPrefix)) throw new TypeError('not a scratch repository');
  const found = await target.findRepository(options);
  // A redirect leads to a repository of another name, which is none of ours.
  if (found.state !== 'present' || !isScratch(found.repository, options)) return 'gone';
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
  { id: known, isImported }: { readonly id: string | null; readonly isImported: boolean },
): boolean {
  if (known !== null) return id === known;
  return (
    (description === scratchDescription || (isImported && description === '')) &&
    visibility === 'private'
  );
}
