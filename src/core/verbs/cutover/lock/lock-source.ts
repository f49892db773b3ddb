import { hasCode, MigratorError } from '../../../kernel/errors.ts';
import type { SourceLock } from '../../../ports/source-lock.ts';
import type { CutoverRun } from '../run/cutover-request.ts';
import { findSource, sourceOf } from '../run/find-source.ts';
import { fullName, type LockContext } from './lock-context.ts';
import { lockContext } from './lock-place.ts';
import { listParts, readBefore } from './lock-records.ts';
import { type LockOutcome, lockRepository } from './lock-repository.ts';
import { type UnlockOutcome, unlockRepository } from './unlock-repository.ts';

type Run = Pick<CutoverRun, 'services' | 'plan'>;
type One = Parameters<typeof lockContext>[2];

/**
 * Locks a source, which must have its name before and after that: hosts are told names, and somebody may give the name to another
 * repository meanwhile.
 * @returns `null`: it is archived, and the host refuses every push. A lock could not be proved
 * @throws `refused`, `not-found`; the repository that has the name now keeps no restriction of the lock
 */
export async function lockSource(
  run: Run,
  lock: SourceLock,
  one: One,
): Promise<LockOutcome | null> {
  if ((await sourceOf(run, one)).archived) return null;
  const context = lockContext(run, lock, one);
  const outcome = await lockRepository(context);
  try {
    await sourceOf(run, one);
  } catch (error) {
    if (hasCode(error, 'refused', 'not-found')) await takeFromOther(context);
    throw error;
  }
  return outcome;
}

/** Where our restrictions are on the repository that has the name by now, they are removed from it. */
async function takeFromOther(context: LockContext): Promise<void> {
  const { lock, repository, records, signal } = context;
  const ours = new Set((await listParts(records)).map(({ id }) => id));
  const { rules } = await lock.read({ ...repository, signal });
  const isThere = rules.some(({ level, id }) => level === 'repository' && ours.has(id));
  if (isThere) await unlockRepository(context);
}

/**
 * Removes our restrictions from another repository that took the source's name while it was being locked, where the check after
 * the lock failed.
 * @returns how many
 */
async function removeFromOther({
  lock,
  repository,
  records,
  signal,
}: LockContext): Promise<number> {
  let removed = 0;
  const ours = new Set((await listParts(records)).map(({ id }) => id));
  try {
    const { rules } = await lock.read({ ...repository, signal });
    for (const { level, id } of rules) {
      if (level !== 'repository' || !ours.has(id)) continue;
      await lock.remove({ ...repository, id, signal });
      removed += 1;
    }
  } catch (error) {
    // Nobody has the name.
    if (!hasCode(error, 'not-found')) throw error;
  }
  return removed;
}

/**
 * Takes the lock from the repository that has got it, under the name that it has now.
 * @param one.requireUnopened throws where it may not be taken; called right before each restriction is removed
 * @throws `not-found` where it cannot be found: what is known of its lock stays
 */
export async function unlockSource(
  run: Run,
  lock: SourceLock,
  { requireUnopened, ...one }: One & { readonly requireUnopened: () => Promise<void> },
): Promise<UnlockOutcome> {
  const context = { ...lockContext(run, lock, one), requireUnopened };
  const locked = await readBefore(one.records);
  if (locked === null) return unlockRepository(context);
  const found = await findSource(run, { ...one, sourceId: locked.repository ?? one.sourceId });
  if (found.kind === 'failed') throw found.error;
  if (found.kind !== 'found') throw notFound(context);
  const elsewhere =
    found.repository.slug === one.planned.source ? 0 : await removeFromOther(context);
  const planned = { ...one.planned, source: found.repository.slug };
  const there = { ...lockContext(run, lock, { ...one, planned }), requireUnopened };
  const outcome = await unlockRepository(there);
  return { ...outcome, removed: outcome.removed + elsewhere };
}

function notFound(context: LockContext): MigratorError {
  return new MigratorError(
    'not-found',
    `${fullName(context)}, which was locked, is no longer on ${context.lock.hostname}`,
    {
      hint: 'It was deleted, moved or hidden, and may still be locked. Skip it with --exclude, and check it by hand.',
    },
  );
}
