import { readFileSync } from 'node:fs';

/** Whether another process group has the terminal, as after `&` in a shell; where that cannot be told, it counts as ours. */
export function runsInBackground(): boolean {
  try {
    return isBackground(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return false;
  }
}

/** @param stat what Linux tells of a process, in which its name stands in parentheses and may hold any */
export function isBackground(stat: string): boolean {
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // -1: there is no terminal.
  return foreground !== undefined && Number(foreground) > 0 && group !== foreground;
}
