import * as z from 'zod';
import { readData } from '../../../../journal/document.ts';
import { intend } from '../../../../journal/intents.ts';
import { hasCode, MigratorError } from '../../../../kernel/errors.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { TargetRepository } from '../../../../ports/records/repository.ts';
import type { RepositoryContext } from '../../../context/migration-context.ts';
import { notConfirmed } from '../../../context/target-exists.ts';
import { namesForReplaced } from './names-for-replaced.ts';

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

/** The data that the state keeps with a renaming that was begun. */
const intentSchema = z.object({ name: z.string(), wasArchived: z.boolean() });

interface Renaming extends z.infer<typeof intentSchema> {
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
  const wasArchived = old.archived || (readData(intentSchema, begun)?.wasArchived ?? false);
  for (const name of namesForReplaced({ ...context, now: context.clock.now() })) {
    const there = await target.findRepository({ ...targetName, name, signal });
    if (there.state === 'present') continue;
    const renaming: Renaming = { id: old.id, name, wasArchived };
    const begin = JSON.stringify({ name, wasArchived });
    await intend(records, 'replaced', new Map([[old.id, begin]]));
    if (await send(context, renaming)) return finish(context, renaming);
    await records.forgetIntent('replaced', old.id);
  }
  throw new MigratorError('refused', `No free name to rename ${context.targetFullName} to`, {
    hint: 'Rename or delete some repositories replaced today.',
  });
}

/** @returns false if the new name turns out to be taken */
async function send(context: RenameContext, renaming: Renaming): Promise<boolean> {
  const { target, signal, records, targetName } = context;
  try {
    // Nothing of an archived one can be changed, its name included.
    if (renaming.wasArchived)
      await target.updateRepository({ ...targetName, archived: false, signal });
    const outcome = await target.renameRepository({
      ...targetName,
      newName: renaming.name,
      signal,
    });
    if (outcome.kind === 'gone' && !(await hasArrived(context, renaming))) throw gone(context);
    if (outcome.kind === 'renamed' && outcome.repository.id !== renaming.id) {
      throw await renameBack(context, renaming);
    }
    return outcome.kind !== 'taken';
  } catch (error) {
    if (hasCode(error, 'permission', 'refused', 'target-exists'))
      await records.forgetIntent('replaced', renaming.id);
    throw error;
  }
}

/** Somebody's repository took the name between the last look and the request. */
async function renameBack(context: RenameContext, { id, name }: Renaming): Promise<MigratorError> {
  const { target, signal, records, targetName } = context;
  // The repository under the new name is not the one that the intent is about.
  await records.forgetIntent('replaced', id);
  const back = { owner: targetName.owner, name, newName: targetName.name, signal };
  const { kind } = await target.renameRepository(back);
  return notConfirmed(context, kind === 'renamed' ? '' : `; it is ${targetName.owner}/${name} now`);
}

/** The name is free: an earlier run has renamed what stood there, or somebody has taken it away. */
async function finishBegun(context: RenameContext, begun: CreatedObject): Promise<void> {
  const intent = readData(intentSchema, begun);
  const renaming = intent === null ? null : { ...intent, id: begun.sourceId };
  if (renaming !== null && (await hasArrived(context, renaming))) {
    await finish(context, renaming);
  } else {
    await context.records.forgetIntent('replaced', begun.sourceId);
  }
}

async function hasArrived(context: RenameContext, { id, name }: Renaming): Promise<boolean> {
  const { target, targetName, signal } = context;
  const lookup = await target.findRepository({ ...targetName, name, signal });
  return lookup.state === 'present' && lookup.repository.id === id;
}

async function finish(context: RenameContext, { id, name, wasArchived }: Renaming) {
  const { target, targetName, signal, records } = context;
  if (wasArchived) {
    await target.updateRepository({ ...targetName, name, archived: true, signal });
  }
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
