import type { ShowWizard } from '../../core/commands/wizard/outcome.ts';
import { prepareTerminal } from '../../ui/terminal/prepare-terminal.ts';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { memoryPreferences } from './preferences/preferences.ts';
import { migrationWizard } from './steps.ts';

type Given = Parameters<ShowWizard>[0];

/** The wizard in this terminal. Ink is loaded here, once the colours are settled. */
export async function openWizard(
  options: Given & Pick<TuiOptions, 'streams' | 'redact'>,
): ReturnType<ShowWizard> {
  prepareTerminal({ color: options.color, environment: process.env });
  const { preferencesFolder } = options;
  const [{ showWizard }, { filePreferences }] = await Promise.all([
    import('./drawing/show-wizard.tsx'),
    import('./preferences/file-preferences.ts'),
  ]);
  return showWizard(migrationWizard, {
    ...options,
    now: Date.now,
    preferences:
      preferencesFolder === null ? memoryPreferences() : await filePreferences(preferencesFolder),
  });
}
