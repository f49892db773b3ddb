import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { MigratorError } from '../../../kernel/errors.ts';

/** An archive, and where it is read. */
export interface ReadArchive {
  readonly path: string;
  /** Private and empty: repositories are unpacked into it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** One entry of an archive. Its content has to be read to its end before the next comes. */
export interface Entry {
  /** As the archive names it: hostile. */
  readonly path: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * The entries of a tar file, compressed or not, one after the other: memory does not grow with the archive.
 * @throws MigratorError `input-file` where it cannot be read, or ends early
 */
export async function* readEntries(path: string, signal: AbortSignal): AsyncGenerator<Entry> {
  const isCompressed = await isGzip(path);
  try {
    const file = createReadStream(path, { signal, highWaterMark: 256 * 1024 });
    const tar = isCompressed ? pipe(file) : file;
    const bytes = Readable.toWeb(tar) as ReadableStream<Uint8Array>;
    yield* entriesOf(bytes);
  } catch (error) {
    if (signal.aborted || error instanceof MigratorError) throw error;
    throw unreadable(path, error);
  }
}

/** The entries of a tar file that passes by, such as one within another. */
export async function* entriesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Entry> {
  for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
    yield { path: header.name, type: header.type ?? 'file', size: header.size, body };
  }
}

function pipe(file: Readable): Readable {
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}

async function isGzip(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** For what is not an archive, or is none to its end. */
export function unreadable(path: string, cause: unknown): MigratorError {
  if ((cause as NodeJS.ErrnoException | null)?.code === 'ENOENT')
    return new MigratorError('input-file', `${path} does not exist`, { cause });
  const why = cause instanceof Error ? cause.message : String(cause);
  return new MigratorError('input-file', `${path} cannot be read as an archive: ${why}`, {
    hint: 'It must be a tar file, optionally compressed with gzip. Check that the copy is complete.',
    cause,
  });
}
