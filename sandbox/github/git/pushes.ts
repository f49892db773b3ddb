import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHead, setHead } from '../../git/bare-repository.ts';
import { readRef } from '../../git/read-ref.ts';
import type { PushCommand } from '../../git/receive-hook.ts';

/** Its time is that of the last push. */
const pushMark = 'last-push';
const heads = 'refs/heads/';

/** When refs were last changed by a push, in milliseconds since 1970; `null` before the first one. */
export function lastPush(directory: string): number | null {
  const mark = join(directory, pushMark);
  return existsSync(mark) ? statSync(mark).mtimeMs : null;
}

/**
 * Notes when it was; nothing where the repository has been deleted since. The first branch of a repository without its
 * default branch becomes that.
 */
export function noteChanges(directory: string, commands: readonly PushCommand[]): void {
  if (!existsSync(directory)) return;
  writeFileSync(join(directory, pushMark), '');
  if (readRef(directory, heads + readHead(directory)) !== null) return;
  const first = commands.find(({ action, to }) => to !== null && action.ref.startsWith(heads));
  if (first !== undefined) setHead(directory, first.action.ref.slice(heads.length));
}
