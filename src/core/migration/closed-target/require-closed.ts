import { MigratorError } from '../../kernel/errors.ts';
import type { RepositoryContext } from '../migration-context.ts';
import { judgeClosure } from './judge-closure.ts';

type RequireClosedContext = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'targetFullName' | 'targetOwner' | 'settings' | 'signal'
>;

/**
 * Before the first write of a sync: in a target that should be closed, others could change what is synced next or take its
 * numbers. One request; none for targets that need not be closed.
 * @throws `refused` with what is open and how it is closed
 */
export async function requireClosed(context: RequireClosedContext): Promise<void> {
  const { target, targetName, targetFullName, targetOwner, settings, signal } = context;
  if (!settings.follow) return;
  const doors = await target.closure.read({ ...targetName, signal });
  const facts = { fullName: targetFullName, doors, owner: targetOwner };
  const reasons = judgeClosure({ ...facts, writers: null, owners: [], login: null });
  const [first, ...others] = reasons.filter(
    // What is archived is judged elsewhere: a sync may have archived it itself.
    ({ kind, canBeClosed }) => canBeClosed && kind !== 'archived',
  );
  if (first === undefined) return;
  const more = others.map(({ message }) => `. ${message}`).join('');
  throw new MigratorError(
    'refused',
    `Not synced, because the target is open: ${first.message}${more}`,
    {
      hint: first.remedy,
    },
  );
}
