import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type ErrorCode, MigratorError } from '../errors.ts';

export interface ReadTextFile {
  readonly path: string;
  /** Kind of file, for messages: `plan`, `inventory`, `configuration`. */
  readonly what: string;
  /** `input-file`, or `configuration` for migrator.yaml. */
  readonly code: ErrorCode;
  readonly maxBytes: number;
}

/** Otherwise opening a FIFO without a writer would block for ever. Windows has neither this flag nor FIFOs. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file that a person named. Links are followed; only a regular file is read, and no more than `maxBytes`.
 * @throws the given code if it is missing, a folder, a device or the like, unreadable, too large or not UTF-8
 */
export async function readTextFile(options: ReadTextFile): Promise<string> {
  const { path, maxBytes } = options;
  try {
    await using file = await open(path, withoutWaiting);
    const stats = await file.stat();
    refuseOtherKinds(options, stats);
    if (stats.size > maxBytes) throw tooLarge(options);
    const bytes = await readAtMost(file, maxBytes + 1);
    if (bytes.length > maxBytes) throw tooLarge(options);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof MigratorError) throw error;
    // A socket cannot be opened at all, nor can a folder on some systems: its kind says more than the error code.
    const stats = await stat(path).catch(() => null);
    if (stats !== null) refuseOtherKinds(options, stats);
    throw unreadable(options, error);
  }
}

/** Reads what a file holds from its current position, but never more than `bytes`, even if it grows meanwhile. */
export function readAtMost(file: FileHandle, bytes: number): Promise<Buffer> {
  return buffer(file.createReadStream({ end: bytes - 1, autoClose: false }));
}

function refuseOtherKinds(file: ReadTextFile, stats: Stats): void {
  const kind = otherKind(stats);
  if (kind === null) return;
  throw refusal(file, `is ${kind}, not a file`, { hint: `Check the path to the ${file.what}.` });
}

/** Returns what is at the path if it is no regular file, for messages; `null` for a regular file. */
function otherKind(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a FIFO';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function tooLarge(file: ReadTextFile): MigratorError {
  return refusal(file, `is larger than ${file.maxBytes} bytes`, {
    hint: `This does not look like a migrator file. Check the path to the ${file.what}.`,
  });
}

function unreadable(file: ReadTextFile, cause: unknown): MigratorError {
  const { code = 'unknown reason' } = cause as { code?: string };
  if (code === 'ENOENT') {
    return refusal(file, 'does not exist', { hint: `Check the path to the ${file.what}.`, cause });
  }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return refusal(file, 'is not UTF-8 text', { hint: 'Save it as UTF-8.', cause });
  }
  return refusal(file, `cannot be read (${code})`, {
    hint: 'Check that you have read access.',
    cause,
  });
}

function refusal(
  { path, what, code }: ReadTextFile,
  why: string,
  options: { hint: string; cause?: unknown },
): MigratorError {
  return new MigratorError(code, `The ${what} ${path} ${why}`, options);
}
