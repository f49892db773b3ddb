import type { CommandProgram } from '../core/commands/command-program.ts';
import { canAskInLines, canShowInterface, type ProcessEnvironment } from '../ui/terminal/mode.ts';
import type { TerminalFocus } from '../ui/terminal/terminal-focus.ts';
import { prepareTerminal, type TerminalStreams } from '../ui/terminal/tui-options.ts';

type LiveViews = Pick<
  CommandProgram,
  'openLiveView' | 'openPhaseView' | 'openWatchView' | 'openResultView'
>;
type WizardView = Pick<CommandProgram, 'showWizard'>;

const noViews: LiveViews = {
  ...{ openLiveView: null, openPhaseView: null, openWatchView: null, openResultView: null },
};

/** Describes what a process has of its terminal. */
type HasTerminal = ProcessEnvironment & TerminalStreams & { readonly stderr: NodeJS.WriteStream };

/** The full interface of a terminal; each view is loaded when it is opened. `null` where plain output is better. */
export function terminalViews(
  here: HasTerminal,
  { redactor, ask, focus }: Pick<CommandProgram, 'redactor' | 'ask'> & { focus: TerminalFocus },
): LiveViews & WizardView {
  const { environment, stdin, stdout, stderr } = here;
  const redact = (text: string) => redactor.text(text);
  const terminal = { environment, streams: { stdin, stdout }, redact };
  const live: LiveViews = {
    async openLiveView(options) {
      prepareTerminal(options.color);
      const { showDashboard } = await import('../screens/dashboard/show-dashboard.tsx');
      return showDashboard({ ...options, ...terminal, focus });
    },
    async openPhaseView(options) {
      prepareTerminal(options.color);
      const { showPhases } = await import('../screens/phases/show-phases.tsx');
      return showPhases({ ...options, ...terminal });
    },
    async openWatchView(options) {
      prepareTerminal(options.color);
      const { showWatch } = await import('../screens/dashboard/show-watch.tsx');
      return showWatch({ ...options, ...terminal });
    },
    async openResultView(options) {
      prepareTerminal(options.color);
      const [{ showResultView }, { openAddress }] = await Promise.all([
        import('../screens/result/show-result.tsx'),
        import('./process/open-address.ts'),
      ]);
      const machine = { platform: process.platform, environment };
      const open = (address: string) => openAddress(address, machine);
      return showResultView({ ...options, ...terminal, open });
    },
  };
  if (ask === null || !canAskInLines(here)) {
    return { ...noViews, showWizard: null };
  }
  const hasInterface = canShowInterface(here);
  const write = (text: string) => stderr.write(redact(text));
  return {
    ...(hasInterface ? live : noViews),
    async showWizard(options) {
      const { openWizard } = await import('../screens/wizard/open-wizard.ts');
      return openWizard({
        ...options,
        // Prompts serve screen readers, terminals that only print, and --plain.
        view: hasInterface && !options.plain ? terminal : { ask, write },
      });
    },
  };
}
