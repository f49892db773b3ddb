import type { LfsObject } from '../../git/lfs-pointer.ts';
import { count } from '../../report/format.ts';
import type { RepositoryContext, StepOutcome } from '../migration-context.ts';

/** The LFS objects to bring over, or why there are none. */
export async function lfsObjectsOf(
  context: RepositoryContext,
): Promise<{ objects: readonly LfsObject[] } | { skipped: StepOutcome }> {
  const refs = await context.readRefs();
  const { lfsObjects: objects } = refs.size === 0 ? { lfsObjects: [] } : await context.inspect();
  if (objects.length === 0) return { skipped: { status: 'skipped', summary: 'no LFS objects' } };
  const isWanted = context.planned.include_lfs ?? context.options.includeLfs;
  const leftBehind = `${count(objects.length, 'LFS object')} left behind`;
  if (isWanted === false) {
    return { skipped: { status: 'skipped', summary: `${leftBehind}: include_lfs is false` } };
  }
  if (context.programs.lfs === null) {
    return {
      skipped: {
        status: 'skipped',
        summary: `${leftBehind}: git-lfs is not installed. Install it, and run the same command again`,
      },
    };
  }
  return { objects };
}
