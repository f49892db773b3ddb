import type { ShowWizard } from '../../core/commands/wizard-outcome.ts';
import type { Program } from '../../core/kernel/program.ts';
import { prepareTerminal, type TuiOptions } from '../../ui/terminal/tui-options.ts';
import { createWizard } from './engine/create-wizard.ts';
import { filePreferences, memoryPreferences } from './engine/preferences.ts';
import { promptWizard } from './engine/prompts.ts';
import { migrationWizard } from './steps.ts';

interface Prompts {
  readonly ask: NonNullable<Program['ask']>;
  readonly write: (text: string) => void;
}

/** The wizard as screens in this terminal, or as questions and answers. */
export async function openWizard(
  options: Parameters<ShowWizard>[0] & {
    readonly view: Pick<TuiOptions, 'streams' | 'redact'> | Prompts;
  },
): ReturnType<ShowWizard> {
  const { preferencesFolder: folder, userMap, drain, view } = options;
  const preferences =
    folder === null
      ? // A demo shows what there is; the importer would replace the way that most people take.
        memoryPreferences({
          workspace: '',
          options: { userMap, settings: true, convertPipelines: true },
        })
      : await filePreferences(folder);
  const wizard = createWizard(migrationWizard, { ...options, preferences });
  const onDrain = () => wizard.context.end({ kind: 'interrupted' });
  drain.addEventListener('abort', onDrain, { once: true });
  // The signal may have come while this was loaded.
  if (drain.aborted) onDrain();
  try {
    if ('ask' in view) return await promptWizard({ ...view, wizard });
    prepareTerminal(options.color);
    const { showWizard } = await import('./drawing/wizard.tsx');
    return await showWizard(wizard, { ...view, ...options, now: Date.now });
  } finally {
    drain.removeEventListener('abort', onDrain);
  }
}
