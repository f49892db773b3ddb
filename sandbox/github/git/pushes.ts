import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The file that the post-receive hook touches (hooks.ts). */
export const pushMark = 'last-push';

/** When refs were last changed by a push, in milliseconds since 1970; `null` before the first one. */
export function lastPush(directory: string): number | null {
  const mark = join(directory, pushMark);
  return existsSync(mark) ? statSync(mark).mtimeMs : null;
}
