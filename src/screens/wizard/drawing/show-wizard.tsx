import type { WizardOutcome } from '../../../core/wizard/outcome.ts';
import { runTui } from '../../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../../ui/terminal/tui-options.ts';
import { begin, createHands } from '../engine/create-wizard.ts';
import { Wizard } from './wizard.tsx';

/** Draws the screens until one of them ends it. */
export async function showWizard(
  options: TuiOptions &
    Parameters<typeof createHands>[0] & {
      /** Aborted: a signal asks the process to end. */
      readonly drain: AbortSignal;
    },
): Promise<WizardOutcome> {
  const hands = createHands(options);
  const onDrain = () => hands.end({ kind: 'interrupted' });
  const onShown = () => begin(hands);
  options.drain.addEventListener('abort', onDrain, { once: true });
  // It may have come while this was loaded.
  if (options.drain.aborted) onDrain();
  try {
    return await runTui<WizardOutcome>({
      ...options,
      screen: (end) => <Wizard hands={hands} onShown={onShown} onEnded={end} />,
    });
  } finally {
    options.drain.removeEventListener('abort', onDrain);
  }
}
