import type { RunCounts } from '../../ports/records/run-results.ts';
import type { CommandProgram } from '../command-program.ts';

/**
 * Notifies the terminal that a run has ended: OSC 9 is a desktop notification in iTerm2, WezTerm, Ghostty, kitty and Windows
 * Terminal; the bell reaches all others. Silent under CI, where standard error is no terminal, and where the person looks at it.
 */
export function notifyEnd(
  { stderr, environment, isFocused }: Pick<CommandProgram, 'stderr' | 'environment' | 'isFocused'>,
  counts: RunCounts,
): void {
  if (isFocused?.() === true) return;
  if (!stderr.isTerminal || !['', '0', 'false', undefined].includes(environment.CI)) return;
  stderr.write(`\u001b]9;${notificationText(counts)}\u0007\u0007`);
}

function notificationText({ succeeded, skipped, failed }: RunCounts): string {
  const parts = [`${succeeded} done`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (failed > 0) parts.push(`${failed} failed`);
  return `migrator: ${parts.join(', ')}`;
}
