import { MigratorError } from '../kernel/errors.ts';
import { findOthers } from '../kernel/files/other-accounts.ts';

/**
 * Rejects a state folder in which others can change or replace what lies there: it would pass as our own records. The same
 * can somebody who may rename one of the folders above it, or who owns a link on the way.
 * @param uid of this account; `null` where the system has none, as on Windows, which has other rights than modes
 * @throws `state`
 */
export function refuseOpenToOthers(folder: string, uid: number | null): void {
  if (uid === null) return;
  const { open } = findOthers(folder, { uid });
  if (open === null) return;
  const { path, who, isAbove } = open;
  const what = isAbove ? `${path}, above the state folder` : `the state folder ${folder}`;
  throw new MigratorError('state', `${names[who]} ${what}`, { hint: hints[who] });
}

const names = {
  anybody: 'Anybody can write to',
  group: 'A group can write to',
  owner: 'Another account owns',
  link: 'Another account owns the link',
} as const;

const close =
  'Close it with chmod go-w, or point MIGRATOR_STATE_DIR to a folder that only you can write to.';
const hints = {
  anybody: close,
  group: close,
  owner: 'Point MIGRATOR_STATE_DIR to a folder that you own, below folders that you or root own.',
  link: 'Point MIGRATOR_STATE_DIR to the folder itself.',
} as const;
