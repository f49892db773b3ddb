import { diskFull, MigratorError } from '../../kernel/errors.ts';
import { DamagedState } from '../damaged-state.ts';
import { MalformedRow } from '../read-column.ts';

/** SQLite's primary result codes, from its documentation. */
export const sqlite = {
  error: 1,
  busy: 5,
  locked: 6,
  readOnly: 8,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

/** Tells whether SQLite has failed with one of these codes. */
export function hasSqliteCode(thrown: unknown, ...codes: readonly number[]): boolean {
  const { errcode } = thrown as { errcode?: unknown };
  return typeof errcode === 'number' && codes.includes(errcode & 0xff);
}

/** Tells whether SQLite could not open a file that it needs, its own helper files among them. */
export function cannotOpen(thrown: unknown): boolean {
  // In a folder that may not be written it cannot make them, and calls that an attempt to write.
  return hasSqliteCode(thrown, sqlite.cannotOpen, sqlite.readOnly);
}

/** Runs the work; what the database or the file system throws becomes a MigratorError. */
export function asStateError<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw stateError(error, path);
  }
}

/** Returns what the database or the file system threw, as a sentence with the remedy. */
export function stateError(thrown: unknown, path: string): MigratorError {
  if (thrown instanceof MigratorError) return thrown;
  if (thrown instanceof MalformedRow) return new DamagedState(path, thrown);
  const { errcode, code } = thrown as { errcode?: unknown; code?: unknown };
  const primary = typeof errcode === 'number' ? errcode & 0xff : null;
  if (primary === sqlite.full || code === 'ENOSPC') return diskFull({ where: path, cause: thrown });
  if (primary === sqlite.corrupt || primary === sqlite.notADatabase) {
    return new DamagedState(path, thrown);
  }
  return new MigratorError('state', ...sentence(primary, code, path, thrown));
}

function sentence(
  primary: number | null,
  code: unknown,
  path: string,
  cause: unknown,
): [message: string, options: { hint: string; detail?: string; cause: unknown }] {
  const isRefused = code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
  if (primary === sqlite.readOnly || primary === sqlite.cannotOpen || isRefused) {
    const hint =
      'Give yourself write access, and resume with --resume <id> (`migrator status` shows it); or point MIGRATOR_STATE_DIR to another folder.';
    return [`Cannot write or open the state at ${path}`, { hint, cause }];
  }
  if (primary === sqlite.busy) {
    const hint =
      'Another process has locked it for more than five seconds. Stop that process, then resume with --resume <id> (`migrator status` shows it).';
    return [`The state at ${path} is busy`, { hint, cause }];
  }
  const detail = cause instanceof Error ? cause.message : String(cause);
  const hint =
    'Fix what the system reports and resume with --resume <id> (`migrator status --list`), or point MIGRATOR_STATE_DIR to another folder.';
  return [`Cannot use the state at ${path}`, { hint, detail, cause }];
}
