import {
  type LastAnswers,
  memoryPreferences,
  type Preferences,
  parseAnswers,
} from './preferences.ts';

/**
 * preferences.json beside the state, for the person alone. Where it cannot be read or written nothing is kept: that holds nobody up.
 * @param folder is made where it is missing
 */
export async function filePreferences(folder: string): Promise<Preferences> {
  try {
    const Conf = await loadConf();
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

/**
 * What conf brings with it watches signals and, whoever else does, ends the process by the first of them: a migration would never end
 * in order again. Its watchers are taken off.
 */
async function loadConf() {
  const before = new Map(signalNames().map((name) => [name, process.listeners(name)]));
  const { default: Conf } = await import('conf');
  for (const name of signalNames()) {
    for (const listener of process.listeners(name)) {
      if (before.get(name)?.includes(listener) !== true) process.off(name, listener);
    }
  }
  return Conf;
}

function signalNames(): readonly NodeJS.Signals[] {
  return process
    .eventNames()
    .filter((name): name is NodeJS.Signals => typeof name === 'string' && name.startsWith('SIG'));
}
