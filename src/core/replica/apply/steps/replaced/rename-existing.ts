import { readData } from '../../../../journal/document.ts';
import { hasCode, MigratorError } from '../../../../kernel/errors.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { TargetRepository } from '../../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../../context/migration-context.ts';
import { notConfirmed } from '../../../context/target-exists.ts';
import { changeExactly, type ExactRepository } from './change-exactly.ts';
import { namesForReplaced } from './names-for-replaced.ts';
import { intendRenaming, type RenamingIntent, renamingIntent } from './renaming-intent.ts';

export type RenameContext = Pick<
  RepositoryContext,
  | 'target'
  | 'targetName'
  | 'targetFullName'
  | 'plan'
  | 'planned'
  | 'replaced'
  | 'records'
  | 'clock'
  | 'signal'
  | 'warn'
>;

interface Renaming extends RenamingIntent {
  /** The target's identity of the repository. */
  readonly id: string;
}

/**
 * Renames the repository that stands where ours is to be, if that was confirmed in this run or begun by an earlier one. It
 * is kept with all that it holds. An intent is recorded first, so that no repository is ever renamed twice.
 * @returns whether the name was left a moment ago
 * @throws `target-exists` if another repository stands there than was confirmed
 */
export async function renameExisting(context: RenameContext): Promise<boolean> {
  const { planned, target, signal, records, targetName } = context;
  const objects = await records.listObjects('replaced');
  const begun = objects.find(({ targetId }) => targetId === null) ?? null;
  const wanted = context.replaced.get(planned.source)?.id ?? begun?.sourceId ?? null;
  if (wanted === null) return false;
  const lookup = await target.findRepository({ ...targetName, signal });
  if (lookup.state !== 'present') {
    if (begun !== null) await finishBegun(context, begun);
    return begun !== null;
  }
  if (lookup.repository.id !== wanted) throw notConfirmed(context);
  await rename(context, lookup.repository, begun);
  return true;
}

async function rename(
  context: RenameContext,
  old: TargetRepository,
  begun: CreatedObject | null,
): Promise<void> {
  const { target, targetName, signal, records } = context;
  const earlier = readData(renamingIntent, begun);
  const wasArchived = old.archived || (earlier?.wasArchived ?? false);
  for (const name of namesForReplaced({ ...context, now: context.clock.now() })) {
    const there = await target.findRepository({ ...targetName, name, signal });
    if (there.state === 'present') continue;
    const renaming: Renaming = { ...earlier, id: old.id, name, wasArchived };
    await intendRenaming(records, old.id, renaming);
    if (await send(context, renaming)) return finish(context, renaming);
    await forget(context, renaming);
  }
  throw new MigratorError('refused', `No free name to rename ${context.targetFullName} to`, {
    hint: 'Rename or delete some of the repositories replaced today.',
  });
}

/** @returns false if the new name turns out to be taken */
async function send(context: RenameContext, renaming: Renaming): Promise<boolean> {
  const { targetName } = context;
  const exact = exactly(context, renaming);
  try {
    // Nothing of an archived one can be changed, its name included.
    if (renaming.wasArchived) await changeExactly(exact, targetName.name, { archived: false });
    const outcome = await changeExactly(exact, targetName.name, { newName: renaming.name });
    if (outcome === 'gone' && !(await hasArrived(context, renaming))) throw gone(context);
    return outcome !== 'taken';
  } catch (error) {
    if (hasCode(error, 'permission', 'refused') && (await hasItsName(context, renaming)))
      await forget(context, renaming);
    throw error;
  }
}

/** Forgets an intent, unless a target of this migration still has to make room. */
async function forget(
  { records }: Pick<RenameContext, 'records'>,
  { id, isOwn = false }: Renaming,
): Promise<void> {
  if (!isOwn) await records.forgetIntent('replaced', id);
}

/** Otherwise the request that was refused may have been the second one, after a lost answer. */
async function hasItsName(
  { target, targetName, signal }: RenameContext,
  { id }: Renaming,
): Promise<boolean> {
  const lookup = await target.findRepository({ ...targetName, signal }).catch(() => null);
  return lookup?.state === 'present' && lookup.repository.id === id;
}

function exactly(context: RenameContext, renaming: Renaming): ExactRepository {
  const { target, targetName, signal, records } = context;
  const { id, ...intent } = renaming;
  return {
    ...{ target, owner: targetName.owner, id, signal },
    async recordOther(other) {
      if (other === null) return forget(context, renaming);
      await records.saveObjectData('replaced', id, JSON.stringify({ ...intent, other }));
    },
  };
}

/**
 * The name is free: an earlier run has renamed what stood there, or somebody has taken it away.
 * @throws `target-exists` where that run may have renamed the repository of somebody else
 */
async function finishBegun(context: RenameContext, begun: CreatedObject): Promise<void> {
  const intent = readData(renamingIntent, begun);
  const renaming = intent === null ? null : { ...intent, id: begun.sourceId };
  const found = renaming === null ? null : await findRenamed(context, renaming);
  if (renaming !== null && found?.id === renaming.id) return finish(context, renaming);
  if (found !== null) throw mayBeRenamed(context, found);
  await context.records.forgetIntent('replaced', begun.sourceId);
}

async function hasArrived(context: RenameContext, renaming: Renaming): Promise<boolean> {
  return (await findRenamed(context, renaming))?.id === renaming.id;
}

async function findRenamed(
  { target, targetName, signal }: RenameContext,
  { name }: Renaming,
): Promise<TargetRepository | null> {
  const lookup = await target.findRepository({ ...targetName, name, signal });
  return lookup.state === 'present' ? lookup.repository : null;
}

async function finish(context: RenameContext, renaming: Renaming): Promise<void> {
  const { id, name } = renaming;
  const { target, targetName, records } = context;
  if (renaming.wasArchived)
    await changeExactly(exactly(context, renaming), name, { archived: true });
  await records.recordResult('replaced', id, {
    targetId: `${targetName.owner}/${name}`,
    targetUrl: `${target.webUrl}/${targetName.owner}/${name}`,
  });
  context.warn(
    `${context.targetFullName} is replaced; the old repository is kept as ${targetName.owner}/${name}`,
  );
}

function gone(context: RenameContext): MigratorError {
  return new MigratorError(
    'unavailable',
    `${context.targetFullName} no longer exists on ${context.target.hostname}`,
    { hint: 'Resume to check again.', retry: 'yes' },
  );
}

function mayBeRenamed(context: RenameContext, { owner, name }: TargetRepository): MigratorError {
  const { targetFullName } = context;
  return new MigratorError('target-exists', `${owner}/${name} is someone else's repository`, {
    hint: `An earlier run may have renamed it from ${targetFullName}. Rename it back, then resume.`,
  });
}
