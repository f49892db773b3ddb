import type { CommandProgram } from '../../core/commands/command-program.ts';
import type { Redactor } from '../../core/kernel/redact.ts';
import { canAskInLines, canShowInterface } from '../../ui/terminal/mode.ts';
import { processEnvironment } from '../process/process-environment.ts';

/**
 * The wizard in this process's terminal, loaded when it is shown: screens, or questions and answers for screen readers, for terminals
 * that only print, and for whoever asks for lines. `null` where nobody sits there.
 */
export function wizardView(
  redactor: Redactor,
  ask: CommandProgram['ask'],
): CommandProgram['showWizard'] {
  const here = processEnvironment();
  if (!canAskInLines(here) || ask === null) return null;
  const { stdin, stdout, stderr } = process;
  const redact = (text: string) => redactor.text(text);
  return async (options) => {
    if (canShowInterface(here) && !options.plain) {
      const { openWizard } = await import('../../screens/wizard/open-wizard.ts');
      return openWizard({ ...options, streams: { stdin, stdout }, redact });
    }
    const { openPrompts } = await import('../../screens/wizard/open-prompts.ts');
    return openPrompts({ ...options, ask, write: (text) => stderr.write(redact(text)) });
  };
}
