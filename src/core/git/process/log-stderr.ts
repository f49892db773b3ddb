import type { LogLevel } from '../../ports/events.ts';
import { cleaned, isProgress } from '../errors/git-output.ts';

export type ToolLog = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

/** Characters of one command's messages that go to the log; the last ones tell how it ended. */
const mostLogged = 20_000;

/** Tells the log, at level trace, what one git command said; without its progress, and nothing if it was silent. */
export function logStderr(
  call: { readonly log?: ToolLog | undefined; readonly args: readonly string[] },
  outcome: { readonly stderr: string },
): void {
  if (call.log === undefined) return;
  const stderr = cleaned(outcome.stderr)
    .split('\n')
    .filter((line) => line.trim() !== '' && !isProgress(line))
    .join('\n');
  if (stderr === '') return;
  call.log('trace', 'git said', { command: call.args[0], stderr: stderr.slice(-mostLogged) });
}
