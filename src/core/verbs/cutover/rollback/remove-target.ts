import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import type { TargetRepository } from '../../../ports/records/repository.ts';
import {
  type Change,
  changeExactly,
} from '../../../replica/apply/steps/replaced/change-exactly.ts';
import { namesForReplaced } from '../../../replica/apply/steps/replaced/names-for-replaced.ts';
import {
  forgetRollback,
  type RollbackJournal,
  recordAside,
  recordBegun,
  recordDone,
  recordOther,
} from './journal.ts';
import { locate } from './locate.ts';
import type { MigratedTarget, RollbackCheck, RollbackRun } from './rollback-request.ts';

/** One target that is taken away. */
export interface TargetRemoval extends MigratedTarget {
  readonly run: RollbackRun;
  readonly check: RollbackCheck;
  readonly records: RepositoryRecords;
  readonly journal: RollbackJournal;
  readonly signal: AbortSignal;
}

/** Renames a target aside, to a name that is free. @returns its new name */
export async function putAside(removal: TargetRemoval, now: TargetRepository): Promise<string> {
  const { run, check, planned, records, journal, targetId, signal } = removal;
  const { aside } = journal;
  if (aside !== null && now.name === aside.name) {
    await recordDone(records, 'aside', targetId);
    return now.name;
  }
  const { target, clock } = run.services;
  const owner = check.owner.login;
  const wasArchived = now.archived || (aside?.wasArchived ?? false);
  const names = namesForReplaced({ planned, plan: run.plan, now: clock.now(), word: 'rolledback' });
  for (const name of names) {
    if ((await target.findRepository({ owner, name, signal })).state === 'present') continue;
    await recordAside(records, targetId, { name, wasArchived });
    // Nothing of an archived one can be changed, its name included.
    if (wasArchived) {
      await change(removal, now.name, { archived: false });
    }
    const outcome = await change(removal, now.name, { newName: name });
    if (outcome === 'taken') continue;
    if (outcome === 'gone') {
      const found = await locate(
        target,
        { ...check, ...removal },
        { aside: { name, wasArchived } },
      );
      // A request whose answer was lost has renamed it.
      if (found?.name !== name) throw gone(`${owner}/${now.name}`);
    }
    await recordDone(records, 'aside', targetId);
    return name;
  }
  throw new MigratorError('refused', `No free name to rename ${owner}/${now.name} to`, {
    hint: 'Rename or delete some of the repositories rolled back today.',
  });
}

/** @throws ChangedOther for a repository of others that had the name by then */
function change(
  { run, check, records, targetId, signal }: TargetRemoval,
  name: string,
  to: Change,
) {
  const exact = {
    ...{ target: run.services.target, owner: check.owner.login, id: targetId, signal },
    recordOther: (other: string | null) => recordOther(records, targetId, other),
  };
  return changeExactly(exact, name, to);
}

/**
 * From then on nobody can change it.
 * @returns false if the name leads to another repository, or to none
 * @throws `refused` where the host did not do it
 */
export async function archive(removal: TargetRemoval, name: string): Promise<boolean> {
  const { check, records, targetId } = removal;
  await recordBegun(records, 'archive', targetId);
  const found = await findAt(removal, name);
  if (found === null) return false;
  if (!found.archived && (await change(removal, name, { archived: true })) !== 'changed')
    throw notArchived(`${check.owner.login}/${name}`);
  await recordDone(records, 'archive', targetId);
  return true;
}

/**
 * Somebody has worked on it until it was archived: it gets its name back, and is open to them as before.
 * @returns the name that it has now; `null` if others have taken it away
 */
export async function restore(
  removal: TargetRemoval,
  name: string,
  wasArchived: boolean,
): Promise<string | null> {
  const { planned, records, targetId } = removal;
  if ((await findAt(removal, name)) === null) return null;
  await change(removal, name, { archived: false });
  const newName = planned.target;
  if ((await findAt(removal, name)) === null) return null;
  const outcome = await change(removal, name, { newName });
  const isBack = outcome === 'changed' || (await findAt(removal, newName)) !== null;
  const nameNow = isBack ? newName : name;
  if (wasArchived && (await findAt(removal, nameNow)) !== null) {
    await change(removal, nameNow, { archived: true });
  }
  if (isBack) await forgetRollback(records, targetId);
  return nameNow;
}

/** The target, if it is still what this name leads to. */
async function findAt(
  { run, check, targetId, signal }: TargetRemoval,
  name: string,
): Promise<TargetRepository | null> {
  const { target } = run.services;
  const found = await target.findRepository({ owner: check.owner.login, name, signal });
  return found.state === 'present' && found.repository.id === targetId ? found.repository : null;
}

/** @returns false if the name leads to another repository, or to none: then the target may be somewhere else */
export async function deleteTarget(removal: TargetRemoval, name: string): Promise<boolean> {
  const { run, check, records, targetId, signal } = removal;
  // First: a later run takes a target that is gone as deleted once this has begun.
  if ((await findAt(removal, name)) === null) return false;
  await recordBegun(records, 'delete', targetId);
  await run.services.target.deleteRepository({ owner: check.owner.login, name, signal });
  await recordDone(records, 'delete', targetId);
  return true;
}

function notArchived(fullName: string): MigratorError {
  return new MigratorError(
    'refused',
    `${fullName} was not archived, so people can still change it`,
    {
      hint: 'Archive it by hand, then run the command again.',
    },
  );
}

function gone(fullName: string): MigratorError {
  return new MigratorError('unavailable', `${fullName} no longer exists`, {
    hint: 'Run the command again to check again.',
    retry: 'yes',
  });
}
