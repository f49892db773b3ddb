import type { ShowWizard } from '../../core/commands/wizard/outcome.ts';
import type { Program } from '../../core/kernel/program.ts';
import { createWizard } from './engine/create-wizard.ts';
import { promptWizard } from './engine/prompts.ts';
import { filePreferences } from './preferences/file-preferences.ts';
import { memoryPreferences } from './preferences/preferences.ts';
import { migrationWizard } from './steps.ts';

/** The wizard as questions and answers. */
export async function openPrompts(
  options: Parameters<ShowWizard>[0] & {
    readonly ask: NonNullable<Program['ask']>;
    readonly write: (text: string) => void;
  },
): ReturnType<ShowWizard> {
  const { preferencesFolder: folder, drain } = options;
  const preferences = folder === null ? memoryPreferences() : await filePreferences(folder);
  const wizard = createWizard(migrationWizard, { ...options, preferences });
  const onDrain = () => wizard.context.end({ kind: 'interrupted' });
  drain.addEventListener('abort', onDrain, { once: true });
  // It may have come while this was loaded.
  if (drain.aborted) onDrain();
  try {
    return await promptWizard({ ...options, wizard });
  } finally {
    drain.removeEventListener('abort', onDrain);
  }
}
