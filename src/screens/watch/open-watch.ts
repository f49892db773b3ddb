import type { OpenWatchView } from '../../core/commands/live-view.ts';
import { prepareTerminal } from '../../ui/terminal/prepare-terminal.ts';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';

/** The dashboard of a run that another process makes. */
export async function openWatch(
  options: Parameters<OpenWatchView>[0] & Pick<TuiOptions, 'environment' | 'streams' | 'redact'>,
): ReturnType<OpenWatchView> {
  prepareTerminal({ color: options.color, environment: process.env });
  const { showWatch } = await import('./show-watch.tsx');
  return showWatch(options);
}
