import { lstatSync, statSync } from 'node:fs';
import { findOthers } from './other-accounts.ts';

/** Of somebody in the group, and of anybody else. */
const usableByOthers = 0o077;

/**
 * The place, without links, where a folder that this account creates in there stays its own: nobody else can rename or
 * remove it or a folder above it. `null` where somebody can, or where there is no such folder.
 * @param uid of this account; `null` where the system has none, and each account has a temporary folder of its own
 */
export function ownPlaceIn(folder: string, uid: number | null): string | null {
  try {
    if (!statSync(folder).isDirectory()) return null;
    if (uid === null) return folder;
    const { resolved, open } = findOthers(folder, { uid, keepsEntries: true, isStrict: true });
    return open === null ? resolved : null;
  } catch {
    return null;
  }
}

/** Tells whether this is a folder, and no link to one, that only this account can enter. */
export function isPrivateFolder(path: string, uid: number | null): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return false;
  return uid === null || (found.uid === uid && (found.mode & usableByOthers) === 0);
}
