import { defineDocument } from '../../../../journal/document.ts';
import type { RepositoryContext } from '../../../context/migration-context.ts';

/** In the state: people had Actions on, and they are off while a repair writes. */
export const pausedActions = defineDocument('settings', 'paused-actions', { parse: Boolean });

export interface ActionsPlace extends Pick<RepositoryContext, 'targetName' | 'signal'> {
  readonly target: Pick<RepositoryContext['target'], 'setActionsEnabled'>;
  readonly records: Pick<RepositoryContext['records'], 'forgetObjects'>;
}

/** @returns `false` where the token may not switch them on */
export async function switchActionsOn({
  target,
  targetName,
  records,
  signal,
}: ActionsPlace): Promise<boolean> {
  const outcome = await target.setActionsEnabled({ ...targetName, enabled: true, signal });
  await pausedActions.forget(records);
  return outcome !== 'refused';
}
