import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { MigratorError } from '../kernel/errors.ts';
import { findOthers, isTrusted } from '../kernel/files/other-accounts.ts';

/**
 * Rejects a state folder in which others can change or replace what lies there: it would pass as our own records. The same
 * can somebody who may rename one of the folders above it, who owns a link on the way, or who has put a file into it while it
 * was open.
 * @param uid of this account; `null` where the system has none, as on Windows, which has other rights than modes
 * @throws `state`
 */
export function refuseOpenToOthers(folder: string, uid: number | null): void {
  if (uid === null) return;
  const { open, resolved } = findOthers(folder, { uid });
  if (open === null) {
    refusePlanted(resolved, uid);
    return;
  }
  const { path, who, isAbove } = open;
  const what = isAbove ? `${path}, above the state folder` : `the state folder ${folder}`;
  throw new MigratorError('state', `${names[who]} ${what}`, { hint: hints[who] });
}

/** Whoever owns the folder can replace its files anyway. */
function refusePlanted(folder: string, uid: number): void {
  const look = (path: string): Stats | undefined => {
    try {
      return lstatSync(path, { throwIfNoEntry: false });
    } catch {
      // The path leads through a file: opening the folder reports that.
      return undefined;
    }
  };
  const found = look(folder);
  if (found === undefined || !found.isDirectory()) return;
  const owner = found.uid;
  for (const name of readdirSync(folder)) {
    const file = look(join(folder, name));
    if (file === undefined || file.uid === owner || isTrusted(file.uid, uid)) continue;
    throw new MigratorError('state', `Another account owns ${join(folder, name)}`, {
      hint: 'Move it out of the state folder. If it is yours, change its owner with chown.',
    });
  }
}

const names = {
  anybody: 'Anyone can write to',
  group: 'A group can write to',
  owner: 'Another account owns',
  link: 'Another account owns the link',
} as const;

const close =
  'Restrict it with chmod go-w, or point MIGRATOR_STATE_DIR to a folder that only you can write to.';
const hints = {
  anybody: close,
  group: close,
  owner: 'Point MIGRATOR_STATE_DIR to a folder that you own, below folders that you or root own.',
  link: 'Point MIGRATOR_STATE_DIR to the folder itself.',
} as const;
