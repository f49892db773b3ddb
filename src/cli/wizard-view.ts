import type { Program } from '../core/program.ts';
import type { Redactor } from '../core/redact.ts';
import { canShowInterface } from '../ui/mode.ts';
import { surroundings } from './surroundings.ts';

/** The wizard in this process's terminal, loaded when it is shown; `null` where it cannot be. */
export function wizardView(redactor: Redactor): Program['showWizard'] {
  const place = surroundings();
  if (!canShowInterface(place)) return null;
  const { stdin, stdout } = place;
  return async (options) => {
    const { openWizard } = await import('../screens/wizard/open-wizard.ts');
    return openWizard({
      ...options,
      streams: { stdin, stdout },
      redact: (text) => redactor.text(text),
    });
  };
}
