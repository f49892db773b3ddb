import { readFileSync } from 'node:fs';
import type { ProcessEnvironment } from '../../ui/terminal/mode.ts';

/** The variables and streams of this process. */
export function processEnvironment() {
  const { env: environment, stdin, stdout, stderr } = process;
  const isInBackground = stdin.isTTY === true && runsInBackground();
  return { environment, stdin, stdout, stderr, isInBackground } satisfies ProcessEnvironment;
}

/**
 * Tells whether another process group has the terminal, as after `&` in a shell; `false` where the system does not
 * report it.
 */
function runsInBackground(): boolean {
  try {
    return isBackground(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return false;
  }
}

/** @param stat a line of /proc/PID/stat: the name in its parentheses may hold any character */
export function isBackground(stat: string): boolean {
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // -1: there is no terminal.
  return foreground !== undefined && Number(foreground) > 0 && group !== foreground;
}
