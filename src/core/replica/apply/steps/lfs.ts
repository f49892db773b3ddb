import type { LfsObject } from '../../../git/formats/lfs-pointer.ts';
import { fetchLfs, pushLfs } from '../../../git/lfs/lfs.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import { count, formatBytes } from '../../../kernel/format/format.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import type { Step, StepOutcome } from '../../context/step.ts';
import { recordLfs } from '../../recorded/migrated-baseline.ts';

type LfsContext = Pick<
  RepositoryContext,
  | 'source'
  | 'sourceName'
  | 'target'
  | 'targetName'
  | 'plan'
  | 'planned'
  | 'options'
  | 'programs'
  | 'records'
  | 'mirror'
  | 'readRefs'
  | 'inspect'
  | 'reportProgress'
  | 'warn'
  | 'signal'
>;

/** LFS objects go before the refs: GitHub refuses a push that names objects it does not have. */
export const lfsStep: Step<LfsContext> = {
  name: 'lfs',
  // A repository that was made a moment ago.
  mayPass: ['not-found'],
  async run(context) {
    const found = await lfsObjectsOf(context);
    if ('skipped' in found) {
      if (found.skipped.summary !== 'no LFS objects') context.warn(found.skipped.summary);
      return found.skipped;
    }
    const { objects } = found;
    await pushLfs({
      ...context.mirror,
      access: context.target.gitAccess(context.targetName),
      objects,
      onProgress: context.reportProgress,
    });
    await recordLfs(context, objects, { isOfPullRequest: false });
    const bytes = objects.reduce((sum, { size }) => sum + size, 0);
    const summary = `${count(objects.length, 'object')}, ${formatBytes(bytes)}`;
    return { status: 'done', summary, lfsObjects: objects.length };
  },
};

/**
 * The LFS objects to migrate, or why there are none.
 * @throws `refused` where they cannot come, and the target takes no history without them
 */
async function lfsObjectsOf(
  context: LfsContext,
): Promise<{ objects: readonly LfsObject[] } | { skipped: StepOutcome }> {
  const refs = await context.readRefs();
  const { lfsObjects: objects } = refs.size === 0 ? { lfsObjects: [] } : await context.inspect();
  if (objects.length === 0) return { skipped: { status: 'skipped', summary: 'no LFS objects' } };
  const why = whyNoLfs(context);
  if (why === null) return { objects };
  const found = count(objects.length, 'LFS object');
  if (context.target.limits.requiresLfsObjects) throw notWithoutThem(context, { found, why });
  const remedy =
    context.programs.lfs === null ? '. Install it, and run the same command again' : '';
  return { skipped: { status: 'skipped', summary: `${found} not migrated: ${why}${remedy}` } };
}

/** Tells why no LFS objects are migrated; `null`: they are. */
export function whyNoLfs({
  planned,
  options,
  programs,
}: Pick<RepositoryContext, 'planned' | 'options' | 'programs'>): string | null {
  if ((planned.include_lfs ?? options.includeLfs) === false) return 'include_lfs is false';
  return programs.lfs === null ? 'git-lfs is not installed' : null;
}

function notWithoutThem(
  { planned, plan }: LfsContext,
  { found, why }: { found: string; why: string },
): MigratorError {
  const isPlanned = (planned.include_lfs ?? plan.options.include_lfs) === false;
  const demand = isPlanned
    ? 'set "include_lfs": true in the plan'
    : 'set `migration.include_lfs: true`';
  const again = isPlanned ? 'run `migrate --plan` again' : 'resume';
  return new MigratorError(
    'refused',
    `${found} in the history, and ${why}: GitHub refuses a history without its LFS objects`,
    {
      hint: `Install \`git-lfs\`, ${demand}, check the target storage quota, and ${again}. To drop LFS, rewrite the history on Bitbucket with \`git lfs migrate export\`.`,
    },
  );
}

/** Before anything is made on the target: objects that the source has lost are found out in time. */
export const fetchLfsStep: Step<LfsContext> = {
  name: 'fetch-lfs',
  async run(context) {
    const found = await lfsObjectsOf(context);
    if ('skipped' in found) return found.skipped;
    const { objects } = found;
    await fetchLfs({
      ...context.mirror,
      access: context.source.gitAccess(context.sourceName),
      objects,
      onProgress: context.reportProgress,
    });
    return { status: 'done', summary: count(objects.length, 'object') };
  },
};
