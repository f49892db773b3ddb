import { diskFull, MigratorError } from '../../errors.ts';

/** SQLite's primary result codes, from its documentation. */
const sqliteBusy = 5;
const sqliteReadOnly = 8;
const sqliteFull = 13;
const sqliteCorrupt = 11;
const sqliteCannotOpen = 14;
const sqliteNotADatabase = 26;

/** Whether SQLite could not open a file that it needs, its own helper files among them. */
export function cannotOpen(thrown: unknown): boolean {
  const { errcode } = thrown as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === sqliteCannotOpen;
}

/** Whatever the database or the file system threw, as a sentence with the way out. */
export function stateError(thrown: unknown, path: string): MigratorError {
  if (thrown instanceof MigratorError) return thrown;
  const { errcode, code } = thrown as { errcode?: unknown; code?: unknown };
  const primary = typeof errcode === 'number' ? errcode & 0xff : null;
  if (primary === sqliteFull || code === 'ENOSPC') return diskFull({ where: path, cause: thrown });
  return new MigratorError('state', ...sentence(primary, code, path, thrown));
}

function sentence(
  primary: number | null,
  code: unknown,
  path: string,
  cause: unknown,
): [message: string, options: { hint: string; cause: unknown }] {
  if (primary === sqliteCorrupt || primary === sqliteNotADatabase) {
    const hint =
      'Set the file aside and run the plan again: what the target holds already is found again.';
    return [`The state at ${path} is damaged`, { hint, cause }];
  }
  const isRefused = code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
  if (primary === sqliteReadOnly || primary === sqliteCannotOpen || isRefused) {
    const hint =
      'Give yourself the right to write there, or point MIGRATOR_STATE_DIR to another folder.';
    return [`The state at ${path} cannot be written or opened`, { hint, cause }];
  }
  if (primary === sqliteBusy) {
    const hint =
      'Another process holds it for longer than five seconds: end that one, or try again.';
    return [`The state at ${path} is busy`, { hint, cause }];
  }
  const detail = cause instanceof Error ? cause.message : String(cause);
  const hint = 'See `migrator status --list`, or point MIGRATOR_STATE_DIR to another folder.';
  return [`The state at ${path} cannot be used: ${detail}`, { hint, cause }];
}
