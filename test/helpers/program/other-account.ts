import { chmodSync, chownSync, mkdirSync } from 'node:fs';

/** An account that is neither ours nor root's; only root can give it files. */
export const otherAccount = 65_534;

/** Tells whether this process can play another account. */
export const playsOthers = process.geteuid?.() === 0;

/** A folder with this mode, whatever the umask says. */
export function folderWithMode(path: string, mode: number, owner?: number): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  if (owner !== undefined) chownSync(path, owner, owner);
  return path;
}
