import { MigratorError } from '../../../kernel/errors.ts';
import type { PlannedRepository } from '../../../plan/plan-schema.ts';
import { isTooOpen, isUnconfirmed, permittedVisibility } from '../../../plan/publication.ts';
import type { TargetRepository, Visibility } from '../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';

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

/**
 * Gives the target a visibility by `write`, unless its source has become private meanwhile: then the target is private, also
 * where it was public for a moment.
 * @param context.targetId which repository is to answer
 * @param permitted by `visibilityNow()` or `permittedVisibility()`
 * @returns the visibility that it has, and the answer to the last write
 * @throws what the source throws where it cannot be asked again: then the target is private as well; `target-exists` where
 * another repository has taken the name since the last look, and was opened
 */
export async function openAs<T extends Pick<TargetRepository, 'id' | 'visibility'>>(
  context: Context & { readonly targetFullName: string; readonly targetId: string },
  permitted: Visibility,
  write: (visibility: Visibility) => Promise<T>,
): Promise<{ readonly visibility: Visibility; readonly answer: T }> {
  let answer: T;
  try {
    answer = await write(permitted);
  } catch (error) {
    if (!(error instanceof SourceIsPrivate)) throw error;
    return { visibility: 'private', answer: await write('private') };
  }
  // No guard sees what happens while the request is on its way.
  if (answer.id !== context.targetId)
    throw new OpenedOther(context.targetFullName, answer.visibility);
  let visibility: Visibility;
  try {
    visibility = await visibilityNow(context, permitted);
  } catch (error) {
    await write('private');
    throw error;
  }
  if (visibility !== permitted) answer = await write('private');
  return { visibility, answer };
}

/** A request that was to open a target has changed another repository. */
export class OpenedOther extends MigratorError {
  constructor(targetFullName: string, visibility: Visibility) {
    super(
      'target-exists',
      `${targetFullName} is now a different repository, and is ${visibility}`,
      {
        hint: 'Restore its visibility by hand, then run the command again.',
      },
    );
  }
}

interface Names {
  /** On the source. */
  readonly slug: string;
  readonly targetFullName: string;
}

/** A target is not opened, because its source is private. */
export class SourceIsPrivate extends MigratorError {
  constructor({ slug, targetFullName }: Names, hostname: string) {
    super('refused', `${slug} is private on ${hostname}, so ${targetFullName} stays private`, {
      hint: `${confirmInPlan}.`,
    });
  }
}

/** @param names of repositories on the source */
export function staysPrivateText(names: readonly string[], hostname: string): string {
  const [are, they] = names.length === 1 ? ['is', 'it stays'] : ['are', 'they stay'];
  return `${listed(names)} ${are} private on ${hostname}, so ${they} private on GitHub although the plan says public`;
}

/** For commands that take the plan from a file. */
export const confirmInPlan =
  'To publish a private repository, set "publish_private": true for it in the plan';
/** For commands that take the plan from the state. */
export const confirmByFlag = 'To publish a private repository, pass it to --publish-private';

/** So many are named. */
const shown = 5;

function listed(names: readonly string[]): string {
  const more = names.length - shown;
  return more > 0 ? `${names.slice(0, shown).join(', ')} and ${more} more` : names.join(', ');
}

interface Shown {
  readonly planned: PlannedRepository;
  readonly targetFullName: string;
  readonly source: { readonly hostname: string };
  readonly target: { readonly hostname: string };
}

/**
 * Refuses to write what is private on the source into a target that more people can read than the plan says.
 * @throws `refused`
 */
export function requireNotPublished(
  context: Shown & Pick<RepositoryContext, 'sourceRepository'>,
  { visibility }: Pick<TargetRepository, 'visibility'>,
): void {
  if (!isTooOpen(visibility, context.planned, context.sourceRepository)) return;
  throw showsPrivate(context, visibility);
}

/** For what would be sent from a private source to a target that is more open than the plan says. */
export function showsPrivate(
  { planned, targetFullName, source, target }: Shown,
  visibility: Visibility,
): MigratorError {
  const permitted = permittedVisibility(planned, null);
  const confirm =
    planned.visibility === 'public'
      ? ` ${confirmByFlag} with sync, or publish it in the plan.`
      : '';
  return new MigratorError(
    'refused',
    `${planned.source} is private on ${source.hostname}, and ${targetFullName} is ${visibility} on ${target.hostname}`,
    { hint: `Set ${targetFullName} to ${permitted}.${confirm}` },
  );
}
