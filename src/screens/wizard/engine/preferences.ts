import * as z from 'zod';
import { controlOf, type OptionName, type WizardOptions } from '../../../core/options/controls.ts';
import { controlShape } from '../../../core/options/schemas.ts';

/** The answers of the last time, without credentials. */
export interface LastAnswers {
  readonly workspace: string;
  readonly options: Partial<WizardOptions>;
}

export interface Preferences {
  read(): LastAnswers;
  save(answers: LastAnswers): void;
}

const schema = z
  .object({
    workspace: z.string().max(500).catch(''),
    options: z.object(controlShape()).partial().catch({}),
  })
  .catch({ workspace: '', options: {} });

/** Options without what must be chosen and confirmed each time. Pure. */
export function rememberedOptions({
  publishPrivate,
  ...options
}: WizardOptions): Partial<WizardOptions> {
  const kept = Object.entries(options).filter(
    ([name, value]) => controlOf(name as OptionName).forgets?.includes(String(value)) !== true,
  );
  return Object.fromEntries(kept);
}

/** Drops what is no longer valid. */
export function parseAnswers(value: unknown): LastAnswers {
  const { workspace, options } = schema.parse(value);
  const known = Object.entries(options).filter(([, one]) => one !== undefined);
  return { workspace, options: Object.fromEntries(known) };
}

/** For this process only. */
export function memoryPreferences(
  first: LastAnswers = { workspace: '', options: {} },
): Preferences {
  let last = first;
  return {
    read: () => last,
    save(answers) {
      last = answers;
    },
  };
}

/**
 * preferences.json beside the state, for the user alone. Where it cannot be read or written, nothing is remembered.
 * @param folder is created where it is missing
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
          // Other writes report a full or read-only disk.
        }
      },
    };
  } catch {
    return memoryPreferences();
  }
}

/**
 * A dependency of conf listens for signals and ends the process at the first one, which would keep a migration from ending in
 * order: removes its listeners.
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
