import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { diskFull, MigratorError } from '../../../kernel/errors.ts';

/** The place of one archive, in a folder that people use as well. */
export interface ArchiveFile {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 sums of what this migration has written there before. */
  readonly own: readonly string[];
}

/** @throws `input-file` where a file of that name is there which this migration has not written */
export async function requireOwnPlace({ path, own }: ArchiveFile): Promise<void> {
  if (!existsSync(path)) return;
  if (own.length > 0 && own.includes(await sha256Of(path))) return;
  throw new MigratorError('input-file', `${path} already exists`, {
    hint: 'Move it elsewhere, or choose another folder with --export.',
    retry: 'no',
  });
}

/**
 * Gives a whole archive its name: in place of the one that was written before, and of nothing else.
 * @throws `input-file` where somebody has put another file there meanwhile
 */
export async function giveName(partial: string, file: ArchiveFile): Promise<void> {
  await requireOwnPlace(file);
  if (existsSync(file.path)) return rename(partial, file.path);
  try {
    await link(partial, file.path);
  } catch (error) {
    // A file system without hard links, such as exFAT.
    if (codeOf(error) === 'EEXIST') return requireOwnPlace({ ...file, own: [] });
    return rename(partial, file.path);
  }
  await rm(partial);
}

/** Makes an error of the system one that a person can act on. */
export function unwritable(path: string, error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull({ cause: error });
  if (!['EEXIST', 'EISDIR', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'].includes(code)) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new MigratorError('input-file', `${path} cannot be written: ${why}`, {
    hint: 'With --export, use a folder that only you can write to.',
    cause: error,
    retry: 'no',
  });
}

function codeOf(error: unknown): string | null {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return typeof code === 'string' && typeof syscall === 'string' ? code : null;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
