import * as z from 'zod';
import { MigratorError } from '../../kernel/errors.ts';
import type { CreatedObject } from '../../ports/records/migration.ts';
import type { TargetRepository } from '../../ports/records/repository.ts';
import type { RepositoryContext } from '../migration-context.ts';
import { targetName } from './find-again.ts';
import { namesForReplaced } from './names-for-replaced.ts';

/** What the state keeps with a renaming that was begun. */
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
export async function renameExisting(context: RepositoryContext): Promise<boolean> {
  const { store, migration, planned, target, owner, signal } = context;
  const objects = await store.listObjects(migration, planned.source, 'replaced');
  const begun = objects.find(({ targetId }) => targetId === null) ?? null;
  const wanted = context.replaced.get(planned.source)?.id ?? begun?.sourceId ?? null;
  if (wanted === null) return false;
  const name = { owner: owner.login, name: planned.target };
  const lookup = await target.findRepository({ ...name, signal });
  if (lookup.state !== 'present') {
    if (begun !== null) await finishBegun(context, begun);
    return begun !== null;
  }
  if (lookup.repository.id !== wanted) throw notConfirmed(context);
  await rename(context, lookup.repository, begun);
  return true;
}

async function rename(
  context: RepositoryContext,
  old: TargetRepository,
  begun: CreatedObject | null,
): Promise<void> {
  const { writer, planned, target, owner, signal } = context;
  const wasArchived = old.archived || (readIntent(begun)?.wasArchived ?? false);
  for (const name of namesForReplaced({ ...context, now: context.clock.now() })) {
    const there = await target.findRepository({ owner: owner.login, name, signal });
    if (there.state === 'present') continue;
    const renaming: Renaming = { id: old.id, name, wasArchived };
    await writer.recordIntent(planned.source, 'replaced', old.id);
    await writer.saveObjectData(
      planned.source,
      'replaced',
      old.id,
      JSON.stringify({ name, wasArchived }),
    );
    if (await send(context, renaming)) return finish(context, renaming);
    await writer.forgetIntent(planned.source, 'replaced', old.id);
  }
  throw new MigratorError('refused', `There is no free name to keep ${targetName(context)} under`, {
    hint: 'Rename or remove some of the repositories that were replaced today.',
  });
}

/** @returns false if the new name turns out to be taken */
async function send(context: RepositoryContext, renaming: Renaming): Promise<boolean> {
  const { target, owner, planned, writer, signal } = context;
  const name = { owner: owner.login, name: planned.target };
  try {
    // Nothing of an archived one can be changed, its name included.
    if (renaming.wasArchived) await target.updateRepository({ ...name, archived: false, signal });
    const outcome = await target.renameRepository({ ...name, newName: renaming.name, signal });
    if (outcome.kind === 'gone' && !(await hasArrived(context, renaming))) throw gone(context);
    return outcome.kind !== 'taken';
  } catch (error) {
    const isRefusal =
      error instanceof MigratorError && ['permission', 'refused'].includes(error.code);
    if (isRefusal) await writer.forgetIntent(planned.source, 'replaced', renaming.id);
    throw error;
  }
}

/** The name is free: an earlier run has renamed what stood there, or somebody has taken it away. */
async function finishBegun(context: RepositoryContext, begun: CreatedObject): Promise<void> {
  const intent = readIntent(begun);
  const renaming = intent === null ? null : { ...intent, id: begun.sourceId };
  if (renaming !== null && (await hasArrived(context, renaming))) {
    await finish(context, renaming);
  } else {
    await context.writer.forgetIntent(context.planned.source, 'replaced', begun.sourceId);
  }
}

async function hasArrived(context: RepositoryContext, { id, name }: Renaming): Promise<boolean> {
  const { target, owner, signal } = context;
  const lookup = await target.findRepository({ owner: owner.login, name, signal });
  return lookup.state === 'present' && lookup.repository.id === id;
}

async function finish(context: RepositoryContext, { id, name, wasArchived }: Renaming) {
  const { target, owner, planned, writer, signal } = context;
  if (wasArchived) {
    await target.updateRepository({ owner: owner.login, name, archived: true, signal });
  }
  await writer.recordResult(planned.source, 'replaced', id, {
    targetId: `${owner.login}/${name}`,
    targetUrl: `${target.webUrl}/${owner.login}/${name}`,
  });
  context.warn(
    `${targetName(context)} is replaced: the old repository is kept as ${owner.login}/${name}`,
  );
}

function readIntent(object: CreatedObject | null): z.infer<typeof intentSchema> | null {
  if (object === null || object.data === null) return null;
  try {
    return intentSchema.parse(JSON.parse(object.data));
  } catch {
    return null;
  }
}

function notConfirmed(context: RepositoryContext): MigratorError {
  return new MigratorError(
    'target-exists',
    `Repository already exists: ${targetName(context)} on ${context.target.hostname}`,
    { hint: 'It is not the one whose replacing was confirmed. Look at it, and run again.' },
  );
}

function gone(context: RepositoryContext): MigratorError {
  return new MigratorError(
    'unavailable',
    `${targetName(context)} was there and is not any more on ${context.target.hostname}`,
    { hint: 'Resume: it is looked at once more.', retry: 'yes' },
  );
}
