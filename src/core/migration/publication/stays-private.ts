import { MigratorError } from '../../kernel/errors.ts';
import { isUnconfirmed } from '../../plan/publication.ts';
import type { TargetRepository, Visibility } from '../../ports/records/repository.ts';
import type { RepositoryContext } from '../migration-context.ts';

type Context = Pick<
  RepositoryContext,
  'source' | 'sourceName' | 'sourceRepository' | 'planned' | 'signal'
>;

/**
 * The visibility that the target may get, after a new look at the source: the run may have begun hours ago.
 * @param wanted by the plan, or by what a repair restores
 * @throws what the source throws: then nothing is published
 */
export async function visibilityNow(context: Context, wanted: Visibility): Promise<Visibility> {
  const { source, sourceName, sourceRepository, planned, signal } = context;
  if (!isUnconfirmed({ ...planned, visibility: wanted }, null)) return wanted;
  const found = await source.findRepository({ ...sourceName, signal });
  return found?.id === sourceRepository.id && found.visibility === 'public' ? wanted : 'private';
}

/** @param names of repositories on the source */
export function staysPrivateText(names: readonly string[], hostname: string): string {
  const [are, they] = names.length === 1 ? ['is', 'it stays'] : ['are', 'they stay'];
  return `${listed(names)} ${are} private on ${hostname}, so ${they} private on the target although the plan says public`;
}

/** For commands that take the plan from a file. */
export const confirmInPlan =
  'To publish a private repository, give it "publish_private": true in the plan';
/** For commands that take the plan from the state. */
export const confirmByFlag = 'To publish a private repository, name it with --publish-private';

/** So many are named. */
const shown = 5;

function listed(names: readonly string[]): string {
  const more = names.length - shown;
  return more > 0 ? `${names.slice(0, shown).join(', ')} and ${more} more` : names.join(', ');
}

/**
 * Refuses to write what is private on the source into a target that everybody can read.
 * @throws `refused`
 */
export function requireNotPublished(
  context: Pick<
    RepositoryContext,
    'source' | 'sourceRepository' | 'planned' | 'target' | 'targetFullName'
  >,
  { visibility }: Pick<TargetRepository, 'visibility'>,
): void {
  const { source, sourceRepository, planned, target, targetFullName } = context;
  if (visibility !== 'public' || !isUnconfirmed(planned, sourceRepository)) return;
  throw new MigratorError(
    'refused',
    `${planned.source} is private on ${source.hostname}, and ${targetFullName} is public on ${target.hostname}`,
    { hint: `Set ${targetFullName} to private. ${confirmByFlag} of sync or in the plan.` },
  );
}
