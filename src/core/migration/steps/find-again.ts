import { MigratorError } from '../../kernel/errors.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { RepositoryContext } from '../migration-context.ts';

/**
 * The repository that the state knows, under the planned name and ready to be written to. One that was reset and is gone is
 * forgotten with all that was made in it.
 * @returns `null` if it is to be made anew
 * @throws `not-found` if it is gone and nobody has said that it may be made anew
 */
export async function findAgain(
  context: RepositoryContext,
  id: string,
): Promise<TargetRepository | null> {
  const { target, owner, planned, signal } = context;
  const name = { owner: owner.login, name: planned.target };
  const lookup = await target.findRepository({ ...name, signal });
  if (lookup.state === 'present' && lookup.repository.id === id) {
    const { repository } = lookup;
    return repository.archived ? open(context) : repository;
  }
  if (context.wasReset) {
    context.warn(
      `${targetName(context)}, made earlier by this migration, is gone: it is made anew`,
    );
    await context.writer.forgetRepository(planned.source);
    return null;
  }
  throw new MigratorError(
    'not-found',
    `${targetName(context)}, made earlier by this migration, is no longer there`,
    {
      hint: 'Somebody deleted, renamed or replaced it. Put it back, or have it made anew with --reset-repo NAME.',
    },
  );
}

/** Nothing can be written into an archived one. Where the source is archived, the settings step does it again. */
export async function open(context: RepositoryContext): Promise<TargetRepository> {
  const { target, owner, planned, sourceRepository, signal } = context;
  const name = { owner: owner.login, name: planned.target };
  if (!sourceRepository.archived)
    context.warn(`${targetName(context)} was archived and is not any more`);
  return target.updateRepository({ ...name, archived: false, signal });
}

/** A planned repository on the target, as people name it: `owner/name`. */
export function targetName({
  owner,
  planned,
}: Pick<RepositoryContext, 'owner' | 'planned'>): string {
  return `${owner.login}/${planned.target}`;
}
