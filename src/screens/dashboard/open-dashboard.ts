import type { LiveView, LiveViewOptions } from '../../core/commands/live-view.ts';
import { prepareTerminal } from '../../ui/terminal/prepare-terminal.ts';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';

/** The dashboard of a run in this terminal. Ink is loaded here, once the colours are settled. */
export async function openDashboard(
  options: LiveViewOptions & Pick<TuiOptions, 'environment' | 'streams' | 'redact'>,
): Promise<LiveView> {
  prepareTerminal({ color: options.color, environment: process.env });
  const { showDashboard } = await import('./show-dashboard.tsx');
  return showDashboard(options);
}
