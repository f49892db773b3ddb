import type { Program } from '../core/program.ts';
import type { Redactor } from '../core/redact.ts';
import { canShowInterface } from '../ui/mode.ts';

/** The full interface of this process's terminal, loaded when it is opened; `null` where lines do better. */
export function liveView(redactor: Redactor): Program['openLiveView'] {
  const { env: environment, stdin, stdout, stderr } = process;
  if (!canShowInterface({ environment, stdin, stdout, stderr })) return null;
  return async (options) => {
    const { openDashboard } = await import('../screens/open-dashboard.ts');
    return openDashboard({
      ...options,
      environment,
      streams: { stdin, stdout },
      redact: (text) => redactor.text(text),
    });
  };
}
