import { lstatSync, realpathSync, statSync } from 'node:fs';

/** Of somebody in the group, and of anybody else. */
const writableByOthers = 0o022;
const usableByOthers = 0o077;
const sticky = 0o1000;
const root = 0;

/**
 * Tells whether a folder that this account creates in there stays its own: nobody else can rename or remove it, as the folder is
 * the account's or root's, and others who may write to it cannot touch what is not theirs (sticky).
 * @param uid of this account; `null` where the system has none, and each account has a temporary folder of its own
 */
export function keepsOwnFolders(folder: string, uid: number | null): boolean {
  try {
    const { mode, uid: owner } = statSync(realpathSync(folder));
    if (uid === null) return true;
    const isTrusted = owner === uid || owner === root;
    return isTrusted && ((mode & writableByOthers) === 0 || (mode & sticky) !== 0);
  } catch {
    return false;
  }
}

/** Tells whether this is a folder, and no link to one, that only this account can enter. */
export function isPrivateFolder(path: string, uid: number | null): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return false;
  return uid === null || (found.uid === uid && (found.mode & usableByOthers) === 0);
}
