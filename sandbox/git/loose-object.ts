import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';

/** More than the head of an object takes, and the first two lines of a tag. */
const startBytes = 512;

/** How an object begins. */
export interface ObjectStart {
  readonly type: string;
  /** At least the first two lines of a tag, if it is one. */
  readonly text: string;
}

/**
 * How the object begins that lies in a file of its own, as those of small pushes do; `null` where none does, and git has
 * to be asked. It spares a process.
 * @param hash 40 hexadecimal digits
 */
export async function looseObject(directory: string, hash: string): Promise<ObjectStart | null> {
  if (!/^[0-9a-f]{40}$/.test(hash)) return null;
  try {
    await using file = await open(join(directory, 'objects', hash.slice(0, 2), hash.slice(2)));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    const [, type, text] =
      /^([a-z]+) \d+\0(.*)/s.exec(inflateStart(buffer.subarray(0, bytesRead))) ?? [];
    return type === undefined || text === undefined ? null : { type, text };
  } catch {
    return null;
  }
}

/** What the first bytes of something compressed come to. */
export function inflateStart(start: Buffer): string {
  return inflateSync(start, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
}
