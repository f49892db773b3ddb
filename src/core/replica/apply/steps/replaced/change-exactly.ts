import { MigratorError } from '../../../../kernel/errors.ts';
import type { TargetRepository } from '../../../../ports/records/repository.ts';
import type { TargetHost } from '../../../../ports/target-host.ts';

/** A repository that is changed by name, although its name may lead elsewhere when the request arrives. */
export interface ExactRepository {
  readonly target: Pick<TargetHost, 'updateRepository' | 'renameRepository'>;
  readonly owner: string;
  /** The target's identity of it. */
  readonly id: string;
  /** Keeps the id of the one that was changed by mistake before that is undone, and `null` after it. */
  readonly recordOther: (id: string | null) => Promise<void>;
  readonly signal: AbortSignal;
}

export type Change = { readonly newName: string } | { readonly archived: boolean };

/** A request meant for one repository has changed a different one. */
export class ChangedOther extends MigratorError {
  /** @param fate what was done to it, and whether it is undone */
  constructor(fullName: string, fate: string) {
    super('target-exists', `${fullName} is now a different repository: ${fate}`, {
      hint: 'Check both repositories, then run the command again.',
    });
  }
}

/**
 * Renames a repository, archives it or takes it out of the archive. The id in the answer tells which one it was: what was done
 * to another one, which has taken the name since the last look, is undone.
 * @throws ChangedOther
 */
export async function changeExactly(
  exact: ExactRepository,
  name: string,
  change: Change,
): Promise<'changed' | 'unchanged' | 'gone' | 'taken'> {
  const answer = await send(exact, name, change);
  if (typeof answer === 'string') return answer;
  if (answer.id !== exact.id) throw await undo(exact, { name, change, id: answer.id });
  return 'archived' in change && answer.archived !== change.archived ? 'unchanged' : 'changed';
}

async function send(
  { target, owner, signal }: ExactRepository,
  name: string,
  change: Change,
): Promise<TargetRepository | 'gone' | 'taken'> {
  if ('archived' in change) return target.updateRepository({ owner, name, ...change, signal });
  const outcome = await target.renameRepository({ owner, name, ...change, signal });
  return outcome.kind === 'renamed' ? outcome.repository : outcome.kind;
}

async function undo(
  exact: ExactRepository,
  { name, change, id }: { readonly name: string; readonly change: Change; readonly id: string },
): Promise<ChangedOther> {
  const { owner } = exact;
  const fullName = `${owner}/${name}`;
  const isRename = 'newName' in change;
  // Whether it was archived before, the answer does not say.
  if (!isRename && !change.archived) {
    await exact.recordOther(null);
    return new ChangedOther(fullName, 'if it was archived, archive it again');
  }
  await exact.recordOther(id);
  const [at, back, done, byHand] = isRename
    ? ([
        change.newName,
        { newName: name },
        `renamed to ${owner}/${change.newName}`,
        'rename it back',
      ] as const)
    : ([name, { archived: false }, 'archived', 'unarchive it'] as const);
  const answer = await send(exact, at, back).catch(() => 'gone' as const);
  if (typeof answer === 'string' || answer.id !== id) {
    return new ChangedOther(fullName, `it was ${done} by mistake; ${byHand} by hand`);
  }
  await exact.recordOther(null);
  return new ChangedOther(fullName, `it was briefly ${done}, and this was undone`);
}
