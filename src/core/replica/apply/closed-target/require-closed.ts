import { MigratorError } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { type ClosureFacts, judgeClosure, type OpenReason } from './judge-closure.ts';

type RequireClosedContext = Pick<
  RepositoryContext,
  'target' | 'targetName' | 'targetFullName' | 'targetOwner' | 'kept' | 'signal'
>;

/**
 * Before the first write of a sync: in a target that should be closed, others could change what is synced next or take its
 * numbers. One request; none for targets that need not be closed.
 * @throws `refused` with what is open and how it is closed
 */
export async function requireClosed(context: RequireClosedContext): Promise<void> {
  const { target, targetName, targetFullName, targetOwner: owner, kept, signal } = context;
  if (!kept.follow) return;
  const doors = await target.closure.read({ ...targetName, signal });
  const open = openText({ fullName: targetFullName, doors, owner });
  if (open === null) return;
  throw new MigratorError(
    'refused',
    `Not synced, because the GitHub repository is open: ${open.message}`,
    {
      hint: open.remedy,
    },
  );
}

/** Names every way in which a target is open that could be closed, and how the first is closed; `null` without any. Pure. */
export function openText(
  facts: Pick<ClosureFacts, 'fullName' | 'doors' | 'owner'>,
): Pick<OpenReason, 'message' | 'remedy'> | null {
  const reasons = judgeClosure({ ...facts, writers: null, owners: [], login: null });
  const [first, ...others] = reasons.filter(
    // An archived one takes nothing, and may have been archived by a sync itself.
    ({ kind, canBeClosed }) => canBeClosed && kind !== 'archived',
  );
  if (first === undefined) return null;
  const more = others.map(({ message }) => `. ${message}`).join('');
  return { message: `${first.message}${more}`, remedy: first.remedy };
}
