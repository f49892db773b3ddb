import { hasCode } from '../../../kernel/errors.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import { findSettings } from '../../recorded/migrated-baseline.ts';
import { pausedActions, switchActionsOn } from '../settings/pausing/resume-actions.ts';

export type ActionsContext = Pick<
  RepositoryContext,
  | 'target'
  | 'targetName'
  | 'targetFullName'
  | 'learned'
  | 'readPhase'
  | 'records'
  | 'waitingClock'
  | 'signal'
  | 'warn'
>;

/** Milliseconds between looks: a new repository may not be seen everywhere at once. */
const pausesUntilSeen = [1000, 3000];

/** Actions are off while a repository is written to, so that no workflow runs for what is pushed. */
export async function pauseActions(context: ActionsContext): Promise<void> {
  const { target, learned, records, waitingClock, signal, targetName } = context;
  if (await belongToPeople(context)) {
    if ((await target.areActionsEnabled({ ...targetName, signal })) === false) return;
    // First: a crash in between must not leave them off for good.
    await pausedActions.save(records, true);
  }
  const request = { ...targetName, enabled: false, signal };
  let outcome = await target.setActionsEnabled(request);
  for (const pause of pausesUntilSeen) {
    if (outcome !== 'not-found' || learned.hostHasNoActions) break;
    await waitingClock.sleep(pause, signal);
    outcome = await target.setActionsEnabled(request);
  }
  if (outcome === 'switched' || outcome === 'switched-by-others') return;
  learned.hostHasNoActions ||= outcome === 'not-found';
  context.warn(
    `Actions could not be disabled on ${target.hostname}: workflows may run when they are pushed`,
  );
}

/** Switches Actions on again, unless people had them off. */
export async function resumeActions(context: ActionsContext): Promise<void> {
  if (await belongToPeople(context)) return;
  if (await switchActionsOn(context)) return;
  const { hostname } = context.target;
  context.warn(
    `DST_TOKEN cannot re-enable Actions on ${hostname}: check the repository's settings`,
  );
}

/**
 * Where a repository ends before its step of settings: people work on the target, and their workflows must run. Those that
 * somebody switched off before stay off.
 */
export async function resumeActionsAfterFailure(context: ActionsContext): Promise<void> {
  const { target, targetFullName, records } = context;
  try {
    if ((await context.readPhase()) === 'closed' || (await findSettings(context)) === null) return;
    if (await pausedActions.exists(records)) await resumeActions(context);
  } catch (thrown) {
    // Whether they are off is not known then: the run ends for that, and its resume looks.
    if (hasCode(thrown, 'state')) return;
    context.warn(
      `Actions in ${targetFullName} may still be off on ${target.hostname}: resume, or enable them in its settings`,
    );
  }
}

/** Switched on once at the end of the migration, or by the cut-over: from then on people decide. */
async function belongToPeople(context: ActionsContext): Promise<boolean> {
  if ((await context.readPhase()) === 'closed' || (await findSettings(context)) === null)
    return false;
  return !(await pausedActions.exists(context.records));
}
