import type { SettingsContext } from '../../../context/settings/settings-context.ts';
import { pausedActions, switchActionsOn } from './resume-actions.ts';

/** Lets no workflow run for what is pushed meanwhile. In the step of a migration they are off already. */
export async function whileActionsAreOff<T>(
  context: SettingsContext,
  act: () => Promise<T>,
): Promise<T> {
  const { target, targetName, writer, signal } = context;
  const name = { ...targetName, signal };
  if (writer === null || (await target.areActionsEnabled(name)) !== true) return act();
  // First: a crash in between must not leave them off for good.
  await pausedActions.save(writer, true);
  await target.setActionsEnabled({ ...name, enabled: false });
  try {
    return await act();
  } finally {
    await switchActionsOn({ target, targetName, records: writer, signal });
  }
}
