import { constants, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { type ErrorCode, MigratorError } from '../errors.ts';
import { otherKind } from './file-kind.ts';
import { readAtMost } from './read-at-most.ts';

export interface ReadTextFile {
  readonly path: string;
  /** What the file is, for messages: `plan`, `inventory`, `configuration`. */
  readonly what: string;
  /** `input-file`, or `configuration` for migrator.yaml. */
  readonly code: ErrorCode;
  /** Bytes. */
  readonly maxBytes: number;
}

/** Opening a FIFO that nobody writes to would wait for ever otherwise. Windows has neither this flag nor FIFOs. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a file that a person named. Links are followed; only a regular file is read, and no more of it than
 * is allowed.
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
    // A socket cannot be opened at all, nor can a folder on some systems: what it is tells more than the code.
    const stats = await stat(path).catch(() => null);
    if (stats !== null) refuseOtherKinds(options, stats);
    throw unreadable(options, error);
  }
}

function refuseOtherKinds({ path, what, code }: ReadTextFile, stats: Stats): void {
  const kind = otherKind(stats);
  if (kind === null) return;
  throw new MigratorError(code, `The ${what} ${path} is ${kind}, not a file`, {
    hint: `Check the path of the ${what}.`,
  });
}

function tooLarge({ path, what, code, maxBytes }: ReadTextFile): MigratorError {
  return new MigratorError(code, `The ${what} ${path} is larger than ${maxBytes} bytes`, {
    hint: `This does not look like a file of ours: check the path of the ${what}.`,
  });
}

function unreadable({ path, what, code }: ReadTextFile, cause: unknown): MigratorError {
  const reason = (cause as { code?: string }).code;
  if (reason === 'ENOENT') {
    return new MigratorError(code, `The ${what} ${path} does not exist`, {
      hint: `Check the path of the ${what}.`,
      cause,
    });
  }
  if (reason === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new MigratorError(code, `The ${what} ${path} is not UTF-8 text`, {
      hint: 'Save it with the encoding UTF-8.',
      cause,
    });
  }
  return new MigratorError(
    code,
    `The ${what} ${path} cannot be read (${reason ?? 'unknown reason'})`,
    {
      hint: 'Check that you may read it.',
      cause,
    },
  );
}
