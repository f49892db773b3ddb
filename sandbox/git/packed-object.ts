import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateStart, type ObjectStart } from './loose-object.ts';

const hashBytes = 20;
/** More than the first two lines of a tag take. */
const startBytes = 512;
/** Behind the signature and the version: how many objects begin with at most each byte. */
const fanOutAt = 8;
const namesAt = fanOutAt + 256 * 4;

const types: Readonly<Record<number, string>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };

/**
 * How the object begins that lies in a pack; `null` where none does, or only as a difference to another one: git has to be
 * asked then. It spares a process.
 * @param hash 40 hexadecimal digits
 */
export async function packedObject(directory: string, hash: string): Promise<ObjectStart | null> {
  if (!/^[0-9a-f]{40}$/.test(hash)) return null;
  const folder = join(directory, 'objects', 'pack');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.idx'))) {
    try {
      const offset = await findOffset(join(folder, name), Buffer.from(hash, 'hex'));
      if (offset !== null) return await startAt(join(folder, name.replace(/idx$/, 'pack')), offset);
    } catch {
      // It was repacked in the meantime.
    }
  }
  return null;
}

/** Where the object begins in the pack of this index (version 2 of gitformat-pack). */
async function findOffset(path: string, hash: Buffer): Promise<number | null> {
  await using file = await open(path);
  const head = await read(file, 0, namesAt);
  if (head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2) return null;
  const upTo = (byte: number) => (byte < 0 ? 0 : head.readUInt32BE(fanOutAt + byte * 4));
  const first = upTo((hash[0] ?? 0) - 1);
  const names = await read(
    file,
    namesAt + first * hashBytes,
    (upTo(hash[0] ?? 0) - first) * hashBytes,
  );
  let at = names.indexOf(hash);
  while (at >= 0 && at % hashBytes !== 0) at = names.indexOf(hash, at + 1);
  if (at < 0) return null;
  const total = upTo(255);
  // Behind the names come their checksums, four bytes each, and then the offsets.
  const offsetsAt = namesAt + total * (hashBytes + 4);
  const offset = await read(file, offsetsAt + (first + at / hashBytes) * 4, 4);
  // The highest bit leads to a table for packs of more than 2 GiB.
  return offset.readInt32BE(0) < 0 ? null : offset.readUInt32BE(0);
}

async function startAt(path: string, offset: number): Promise<ObjectStart | null> {
  await using file = await open(path);
  const bytes = await read(file, offset, startBytes);
  const type = types[((bytes[0] ?? 0) >> 4) & 7];
  // The size, of which every byte but the last has its highest bit set.
  const size = bytes.findIndex((byte) => byte < 0x80) + 1;
  return type === undefined ? null : { type, text: inflateStart(bytes.subarray(size)) };
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
