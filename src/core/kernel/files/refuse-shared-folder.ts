import { MigratorError } from '../errors.ts';
import { findOthers } from './other-accounts.ts';

/**
 * Refuses a folder where others could replace the scripts before somebody runs them.
 * @throws `input-file`
 */
export function refuseSharedFolder(folder: string, uid: number | null): void {
  const open = uid === null ? null : findOthers(folder, { uid }).open;
  if (open === null) return;
  const message = `Other users can change files in ${folder}: ${open.path} is writable by them`;
  throw new MigratorError('input-file', message, {
    hint: 'Use a folder that only you can write to, and copy the files from there.',
  });
}
