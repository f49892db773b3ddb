import type { SettingsChoice } from '../../../../core/settings/plan/build-settings.ts';
import { parseTeamMap } from '../../../../core/settings/plan/team-map.ts';
import type { WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import { type OptionsSlice, optionsOf } from '../state/options.ts';
import type { TeamsSlice } from './state.ts';

export type SettingsKnown = OptionsSlice & CredentialsSlice & TeamsSlice;

/**
 * Whom settings name on the target, and how: what `plan` reads from the same files.
 * @throws `input-file` where the user map is invalid
 */
export async function settingsChoice(
  { store, session }: WizardContext<SettingsKnown>,
  teamMap: string | null,
): Promise<SettingsChoice> {
  const { options, credentials } = store.getState();
  const { settings, userMap } = optionsOf(options);
  return {
    users: settings && userMap !== '' ? await session.readUserMap(userMap) : null,
    teamMap: teamMap === null ? new Map() : parseTeamMap(teamMap, 'of the wizard'),
    hasUserActors: resultOf(credentials.target)?.isLimited ?? true,
  };
}
