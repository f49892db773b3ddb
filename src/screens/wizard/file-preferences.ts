import Conf from 'conf';
import { memoryPreferences, type Preferences, parseAnswers } from './preferences.ts';
import type { LastAnswers } from './wizard-state.ts';

/**
 * preferences.json beside the state, for the person alone. Where it cannot be read or written nothing is kept: that holds nobody up.
 * @param folder is made where it is missing
 */
export function filePreferences(folder: string): Preferences {
  try {
    const conf = new Conf<{ last?: LastAnswers }>({
      cwd: folder,
      configName: 'preferences',
      configFileMode: 0o600,
      clearInvalidConfig: true,
    });
    return {
      read: () => parseAnswers(conf.get('last')),
      save(answers) {
        try {
          conf.set('last', answers);
        } catch {
          // A full or read-only disk says so elsewhere.
        }
      },
    };
  } catch {
    return memoryPreferences();
  }
}
