import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';

/** More than the head of an object takes: its type, and its size in digits. */
const headBytes = 64;

/**
 * What kind of object lies in a file of its own, as those of small pushes do; `null` where none does, and git has to be asked.
 * It spares a process.
 * @param hash 40 hexadecimal digits
 */
export async function looseObjectType(directory: string, hash: string): Promise<string | null> {
  if (!/^[0-9a-f]{40}$/.test(hash)) return null;
  try {
    await using file = await open(join(directory, 'objects', hash.slice(0, 2), hash.slice(2)));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const options = { finishFlush: constants.Z_SYNC_FLUSH };
    const head = inflateSync(buffer.subarray(0, bytesRead), options).toString('latin1');
    return /^([a-z]+) \d+\0/.exec(head)?.[1] ?? null;
  } catch {
    return null;
  }
}
