import type { CommandProgram } from '../../core/commands/command-program.ts';
import type { Redactor } from '../../core/kernel/redact.ts';
import { canShowInterface } from '../../ui/terminal/mode.ts';
import { processEnvironment } from '../process/process-environment.ts';

/**
 * The full interface of this process's terminal; nothing of it is loaded before it is opened. `null` where lines do better.
 */
export function liveViews(
  redactor: Redactor,
): Pick<CommandProgram, 'openLiveView' | 'openWatchView'> {
  const place = processEnvironment();
  if (!canShowInterface(place)) return { openLiveView: null, openWatchView: null };
  const { environment, stdin, stdout } = place;
  const terminal = {
    environment,
    streams: { stdin, stdout },
    redact: (text: string) => redactor.text(text),
  };
  return {
    async openLiveView(options) {
      const { openDashboard } = await import('../../screens/dashboard/open-dashboard.ts');
      return openDashboard({ ...options, ...terminal });
    },
    async openWatchView(options) {
      const { openWatch } = await import('../../screens/watch/open-watch.ts');
      return openWatch({ ...options, ...terminal });
    },
  };
}
