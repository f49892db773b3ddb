import type { LfsObject } from '../../git/lfs/lfs-pointer.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { count } from '../../kernel/format/format.ts';
import type { RepositoryContext, StepOutcome } from '../migration-context.ts';

/**
 * The LFS objects to bring over, or why there are none.
 * @throws `refused` where they cannot come, and the target takes no history without them
 */
export async function lfsObjectsOf(
  context: RepositoryContext,
): Promise<{ objects: readonly LfsObject[] } | { skipped: StepOutcome }> {
  const refs = await context.readRefs();
  const { lfsObjects: objects } = refs.size === 0 ? { lfsObjects: [] } : await context.inspect();
  if (objects.length === 0) return { skipped: { status: 'skipped', summary: 'no LFS objects' } };
  const why = whyNone(context);
  if (why === null) return { objects };
  const found = count(objects.length, 'LFS object');
  if (context.target.limits.requiresLfsObjects) throw notWithoutThem(context, { found, why });
  const remedy =
    context.programs.lfs === null ? '. Install it, and run the same command again' : '';
  return { skipped: { status: 'skipped', summary: `${found} left behind: ${why}${remedy}` } };
}

function whyNone({ planned, options, programs }: RepositoryContext): string | null {
  if ((planned.include_lfs ?? options.includeLfs) === false) return 'include_lfs is false';
  return programs.lfs === null ? 'git-lfs is not installed' : null;
}

function notWithoutThem(
  { planned, plan }: RepositoryContext,
  { found, why }: { found: string; why: string },
): MigratorError {
  const isPlanned = (planned.include_lfs ?? plan.options.include_lfs) === false;
  const demand = isPlanned
    ? 'set "include_lfs": true in the plan'
    : 'set `migration.include_lfs: true`';
  const again = isPlanned ? 'run `migrate --plan` again' : 'resume';
  return new MigratorError(
    'refused',
    `${found} in the history, and ${why}: the target refuses a history without its LFS objects`,
    {
      hint: `Install \`git-lfs\`, ${demand}, check the target storage quota, and ${again}. To do without LFS, rewrite the history at the source with \`git lfs migrate export\`.`,
    },
  );
}
