import { hasCode, MigratorError } from '../../kernel/errors.ts';
import { cutoverSteps } from '../checklist.ts';
import type { CutoverCheck, CutoverRun } from '../cutover-request.ts';
import type { PhaseWork } from '../in-phase.ts';
import { findGap, syncedRefs } from './lock-gap.ts';
import { lockContext } from './lock-place.ts';
import { lockRepository } from './lock-repository.ts';
import { proveLocked } from './prove-lock.ts';

type Locked = PhaseWork & { readonly isArchived: boolean };

/**
 * Looks at the lock once more before the target is opened: that it still stands, refuses a push, and that nothing was pushed
 * since the last sync. Otherwise the steps of the repository are forgotten, and the next run begins with its lock.
 * @throws `refused`
 */
export async function requireLocked(
  run: CutoverRun,
  check: Pick<CutoverCheck, 'lock'>,
  one: Locked,
): Promise<void> {
  const { records, planned, isArchived } = one;
  try {
    const gap = await gapOf(run, check, one);
    if (gap !== null) throw mayDiffer(planned.source, gap);
    if (!isArchived) await proveLocked(contextOf(run, check, one));
  } catch (error) {
    if (hasCode(error, 'refused')) await records.forgetObjects('cutover', cutoverSteps);
    throw error;
  }
}

/**
 * Locks a source again whose target is open already, at least in part: nothing can be synced into that any more.
 * @returns what people have to take to the target themselves; `null`: nothing
 */
export async function lockAgain(
  run: CutoverRun,
  check: Pick<CutoverCheck, 'lock'>,
  one: Locked,
): Promise<string | null> {
  if (!one.isArchived) await lockRepository(contextOf(run, check, one));
  return gapOf(run, check, one);
}

async function gapOf(
  run: CutoverRun,
  { lock }: Pick<CutoverCheck, 'lock'>,
  one: Locked,
): Promise<string | null> {
  const { services, migration } = run;
  const { planned, isArchived, signal } = one;
  const { repository, listRefs } = contextOf(run, { lock }, one);
  const synced = await syncedRefs(services.store, migration.id, planned.source);
  return findGap({ lock, repository, isArchived, synced, listRefs, signal });
}

function contextOf(
  { services, plan }: CutoverRun,
  { lock }: Pick<CutoverCheck, 'lock'>,
  { planned, records, signal }: Locked,
) {
  const repository = { workspace: plan.source.workspace, slug: planned.source };
  return lockContext(services, { lock, repository, records, signal });
}

function mayDiffer(slug: string, gap: string): MigratorError {
  return new MigratorError('refused', `Not opened, because ${slug} may have changed: ${gap}`, {
    hint: 'Run the command again: it locks and syncs the repository once more.',
  });
}
