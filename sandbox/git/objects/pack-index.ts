import { closeSync, openSync, readSync } from 'node:fs';

/** An index of a pack, version 2 of gitformat-pack: it has the names of all objects in their order. */
export interface PackIndex {
  readonly file: number;
  /** Signature, version, and how many objects begin with at most each byte. */
  readonly head: Buffer;
}

const hashBytes = 20;
const fanOutAt = 8;
const namesAt = fanOutAt + 256 * 4;

/** `null` for other versions. */
export function openIndex(path: string): PackIndex | null {
  const file = openSync(path, 'r');
  const head = readBytes(file, 0, namesAt);
  if (head.readUInt32BE(0) === 0xff744f63 && head.readUInt32BE(4) === 2) return { file, head };
  closeSync(file);
  return null;
}

export function objectCount(index: PackIndex): number {
  return upTo(index, 255);
}

/** Where the object begins in the pack; `null` where it is not in it, or behind more than 2 GiB. */
export function findOffset(index: PackIndex, hash: string): number | null {
  const { first, names } = namesLike(index, hash);
  const wanted = Buffer.from(hash, 'hex');
  let at = names.indexOf(wanted);
  while (at >= 0 && at % hashBytes !== 0) at = names.indexOf(wanted, at + 1);
  if (at < 0) return null;
  // Behind the names come their checksums, four bytes each, and then the offsets.
  const offsetsAt = namesAt + objectCount(index) * (hashBytes + 4);
  const offset = readBytes(index.file, offsetsAt + (first + at / hashBytes) * 4, 4);
  // The highest bit leads to a table for larger packs.
  return offset.readInt32BE(0) < 0 ? null : offset.readUInt32BE(0);
}

/** The full hashes that begin with these digits, at least two. */
export function findNames(index: PackIndex, digits: string): readonly string[] {
  const { names } = namesLike(index, digits);
  const found: string[] = [];
  for (let at = 0; at < names.length; at += hashBytes) {
    const name = names.toString('hex', at, at + hashBytes);
    if (name.startsWith(digits)) found.push(name);
  }
  return found;
}

/** The full hashes of all. */
export function allNames(index: PackIndex): readonly string[] {
  const names = readBytes(index.file, namesAt, objectCount(index) * hashBytes).toString('hex');
  return names.match(/.{40}/g) ?? [];
}

/** All names with the same first byte, one behind the other. */
function namesLike(index: PackIndex, hash: string) {
  const byte = Number.parseInt(hash.slice(0, 2), 16);
  const first = upTo(index, byte - 1);
  const count = upTo(index, byte) - first;
  return { first, names: readBytes(index.file, namesAt + first * hashBytes, count * hashBytes) };
}

function upTo({ head }: PackIndex, byte: number): number {
  return byte < 0 ? 0 : head.readUInt32BE(fanOutAt + byte * 4);
}

function readBytes(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, position));
}
