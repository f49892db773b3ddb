import { hasCode, MigratorError, toMigratorError } from '../../../../kernel/errors.ts';
import type { Emit } from '../../../../ports/records/events.ts';
import type { Store } from '../../../../ports/store.ts';
import { pausedRulesets, resumeRulesets } from './pause-rulesets.ts';
import { type ActionsPlace, pausedActions, switchActionsOn } from './resume-actions.ts';

type PausedPlace = Parameters<typeof resumeRulesets>[0] & ActionsPlace;

/** Tells, by the state, whether a run has stopped while Actions or rulesets in a live target were off. */
export async function isPaused(
  store: Pick<Store, 'listObjects'>,
  of: { readonly migration: string; readonly repository: string },
): Promise<boolean> {
  const rulesets = (await pausedRulesets.find(store, of)) ?? [];
  return rulesets.length > 0 || (await pausedActions.find(store, of)) === true;
}

/**
 * Switches on again what a run that was killed has left off. No request where nothing is off.
 * @throws `permission` where the token may not
 */
export async function resumePaused(place: PausedPlace): Promise<void> {
  await resumeRulesets(place);
  if (!(await pausedActions.exists(place.records)) || (await switchActionsOn(place))) return;
  const { hostname } = place.target;
  throw new MigratorError('permission', `DST_TOKEN cannot re-enable Actions on ${hostname}`, {
    hint: "Enable them in the repository's settings.",
  });
}

/** The same for a command that has something else to do, which a refusal does not keep it from. */
export async function tryResumePaused({
  emit,
  ...place
}: PausedPlace & { readonly emit: Emit }): Promise<void> {
  try {
    await resumePaused(place);
  } catch (thrown) {
    // The run ends for these by itself.
    if (place.signal.aborted || hasCode(thrown, 'state')) throw thrown;
    const { owner, name } = place.targetName;
    const { message } = toMigratorError(thrown);
    emit({
      type: 'preflight-note',
      message: `Actions or rulesets in ${owner}/${name} may still be off: ${message}`,
    });
  }
}
