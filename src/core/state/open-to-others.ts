import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { MigratorError } from '../kernel/errors.ts';

/** Facts that decide who may write to a folder. */
export interface FolderRights {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
}

const root = 0;
const writableByAll = 0o002;
const writableByGroup = 0o020;
const sticky = 0o1000;

/**
 * Rejects a state folder in which others can change or replace what lies there: it would pass as our own records. The same
 * can somebody who may rename one of the folders above it.
 * @param uid of this account; `null` where the system has none, as on Windows, which has other rights than modes
 * @throws `state`
 */
export function refuseOpenToOthers(folder: string, uid: number | null): void {
  if (uid === null) return;
  const chosen = resolve(folder);
  const lying = new Set([chosen, existsSync(chosen) ? realpathSync(chosen) : chosen]);
  for (const [path, rights] of foldersOf(chosen)) {
    const isAbove = !lying.has(path);
    const who = whoElseWrites(rights, { uid, isAbove });
    if (who === null) continue;
    const what = isAbove ? `${path}, above the state folder` : `the state folder ${folder}`;
    throw new MigratorError('state', `${names[who]} ${what}`, { hint: hints[who] });
  }
}

const names = {
  anybody: 'Anybody can write to',
  group: 'A group can write to',
  owner: 'Another account owns',
} as const;

const close =
  'Close it with chmod go-w, or point MIGRATOR_STATE_DIR to a folder that only you can write to.';
const hints = {
  anybody: close,
  group: close,
  owner: 'Point MIGRATOR_STATE_DIR to a folder that you own, below folders that you or root own.',
} as const;

type Others = keyof typeof names;

/**
 * Who else may change what this account keeps in a folder; `null`: nobody. Pure. Root may use folders of other accounts, as
 * containers have them mounted. A group with the number of the account or of the owner has nobody else in it.
 * @param options.isAbove only entries of this account are in question, which others cannot touch in a sticky folder
 */
export function whoElseWrites(
  { uid: owner, gid, mode }: FolderRights,
  { uid, isAbove }: { readonly uid: number; readonly isAbove: boolean },
): Others | null {
  if (uid !== root && owner !== uid && owner !== root) return 'owner';
  if (isAbove && (mode & sticky) !== 0) return null;
  if ((mode & writableByAll) !== 0) return 'anybody';
  return (mode & writableByGroup) !== 0 && gid !== uid && gid !== owner ? 'group' : null;
}

/** The folder and those above it, where links lead to as well as where they lie; what does not exist yet is left out. */
function foldersOf(folder: string): ReadonlyMap<string, FolderRights> {
  const found = new Map<string, FolderRights>();
  const open = [folder];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const rights = statSync(path, { throwIfNoEntry: false });
    if (rights?.isDirectory() === true) {
      found.set(path, rights);
      open.push(realpathSync(path));
    }
    if (path !== dirname(path)) open.push(dirname(path));
  }
  return found;
}
