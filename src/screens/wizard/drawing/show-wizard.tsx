import type { WizardOutcome } from '../../../core/commands/wizard/outcome.ts';
import { runTui } from '../../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../../ui/terminal/tui-options.ts';
import { createWizard, start, type WizardOptions } from '../engine/create-wizard.ts';
import type { WizardDefinition } from '../engine/step.ts';
import { WizardView } from './wizard.tsx';

/** Draws the steps until one of them ends the wizard. */
export async function showWizard<Known>(
  definition: WizardDefinition<Known>,
  options: TuiOptions &
    WizardOptions & {
      /** Aborted: a signal asks the process to end. */
      readonly drain: AbortSignal;
    },
): Promise<WizardOutcome> {
  const wizard = createWizard(definition, options);
  const onDrain = () => wizard.context.end({ kind: 'interrupted' });
  const onShown = () => start(wizard);
  options.drain.addEventListener('abort', onDrain, { once: true });
  // It may have come while this was loaded.
  if (options.drain.aborted) onDrain();
  try {
    return await runTui<WizardOutcome>({
      ...options,
      screen: (end) => <WizardView wizard={wizard} onShown={onShown} onEnded={end} />,
    });
  } finally {
    options.drain.removeEventListener('abort', onDrain);
  }
}
