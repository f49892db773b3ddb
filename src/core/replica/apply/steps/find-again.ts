import { targetGone } from '../../../journal/target-gone.ts';
import { isTooOpen } from '../../../plan/publication.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { wasRemoved } from '../../context/target-phase.ts';
import { findSettings } from '../../recorded/migrated-baseline.ts';
import { openedArchived } from '../../recorded/target-documents.ts';
import { showsPrivate } from '../publication/stays-private.ts';

export type FindContext = Pick<
  RepositoryContext,
  | 'target'
  | 'targetName'
  | 'targetFullName'
  | 'source'
  | 'sourceRepository'
  | 'planned'
  | 'records'
  | 'kept'
  | 'wasReset'
  | 'signal'
  | 'warn'
>;

/**
 * The repository that the state knows, under the planned name and ready to be written to. One that was reset and is gone is
 * forgotten with all that was made in it.
 * @returns `null` if it is to be created again
 * @throws `not-found` if it is gone and nobody has said that it may be created again, `refused` where it would publish
 */
export async function findAgain(
  context: FindContext,
  id: string,
): Promise<TargetRepository | null> {
  const { target, planned, sourceRepository, signal, targetName } = context;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state === 'present' && lookup.repository.id === id) {
    const { repository } = lookup;
    if (isTooOpen(repository.visibility, planned, sourceRepository)) {
      return hide(context, repository);
    }
    return repository.archived ? open(context) : repository;
  }
  if (context.wasReset) {
    // Nobody has to hear of what a rollback was asked to do.
    if (!wasRemoved(await context.records.listObjects('rollback'), id))
      context.warn(
        `${context.targetFullName}, created earlier by this migration, is gone: creating it again`,
      );
    await context.records.forgetRepository();
    return null;
  }
  throw targetGone({ targetFullName: context.targetFullName });
}

/**
 * Sets back to private what a run may have opened that was killed then: its source is private by now.
 * @throws `refused` where no such run had begun to
 */
async function hide(
  context: FindContext,
  { visibility }: TargetRepository,
): Promise<TargetRepository> {
  const { target, targetName, targetFullName, kept, records, signal } = context;
  const hasBegun = (await records.listSteps()).some(({ name }) => name === 'settings');
  // One that was migrated to its end may be in use: people decide.
  const mayBeOurs = !kept.follow && hasBegun && (await findSettings(context)) === null;
  if (!mayBeOurs) throw showsPrivate(context, visibility);
  context.warn(
    `${targetFullName} was ${visibility}, and its Bitbucket repository is private: set to private`,
  );
  return target.updateRepository({
    ...{ ...targetName, visibility: 'private', archived: false, signal },
  });
}

/** Nothing can be written into an archived one: the settings step archives it again. */
export async function open(context: FindContext): Promise<TargetRepository> {
  const { target, sourceRepository, records, signal, targetName } = context;
  if (!sourceRepository.archived) {
    context.warn(
      `${context.targetFullName} is archived on GitHub: unarchived until the rest is written`,
    );
  }
  // First: a crash in between must not leave it open for good.
  await openedArchived.save(records, true);
  return target.updateRepository({ ...targetName, archived: false, signal });
}
