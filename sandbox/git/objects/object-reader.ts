import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import { applyDelta, sizeAfter } from './apply-delta.ts';
import {
  allNames,
  findNames,
  findOffset,
  objectCount,
  openIndex,
  type PackIndex,
} from './pack-index.ts';

export interface GitObject {
  readonly type: string;
  readonly content: Buffer;
}

/** Objects of bare repositories without a process of git, which takes a hundred times as long. */
export interface ObjectReader extends Disposable {
  /** How many objects lie in packs. */
  readonly packed: number;
  /** @returns `null` where it is not there, or larger than what is read here: git has to be asked */
  read(hash: string): GitObject | null;
  /** The full hashes that begin with these digits, at least two; each once. */
  find(digits: string): readonly string[];
  /** The full hashes of all that lie in packs. */
  names(): readonly string[];
  /** Describes what it is and its bytes, however large; `null` where it is in no pack. */
  describe(hash: string): { readonly type: string; readonly size: number } | null;
}

const mostBytes = 1024 * 1024;
const types: Readonly<Record<number, string>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const byOffset = 6;
const byHash = 7;
/** More than type, size and the name of another object take. */
const headBytes = 64;

/** @param directories of one repository, and of others whose objects count as well */
export function openObjects(...directories: readonly string[]): ObjectReader {
  return openObjectFolders(directories.map((directory) => join(directory, 'objects')));
}

/** The same for folders of objects alone, as that of a push which has only just arrived. */
export function openObjectFolders(folders: readonly string[]): ObjectReader {
  const packs = folders.flatMap(openPacks);

  function read(hash: string): GitObject | null {
    if (!/^[0-9a-f]{40}$/.test(hash)) return null;
    for (const folder of folders) {
      const loose = readLoose(join(folder, hash.slice(0, 2), hash.slice(2)));
      if (loose !== undefined) return loose;
    }
    for (const pack of packs) {
      const offset = findOffset(pack.index, hash);
      if (offset !== null) return readPacked(pack, offset);
    }
    return null;
  }

  function readPacked(pack: Pack, offset: number): GitObject | null {
    const head = readBytes(pack.file, offset, headBytes);
    const { kind, size, at } = readHead(head);
    if (size > mostBytes) return null;
    const base = baseOf(head, at, kind);
    const most = size + (size >> 3) + headBytes;
    const content = inflate(readBytes(pack.file, offset + base.end, most));
    if (content?.length !== size) return null;
    if (base.back === undefined && base.hash === undefined) {
      const type = types[kind];
      return type === undefined ? null : { type, content };
    }
    const from =
      base.hash === undefined ? readPacked(pack, offset - (base.back ?? 0)) : read(base.hash);
    return from === null ? null : { type: from.type, content: applyDelta(from.content, content) };
  }

  function describe(hash: string): { type: string; size: number } | null {
    for (const pack of packs) {
      const offset = findOffset(pack.index, hash);
      if (offset !== null) return describePacked(pack, offset);
    }
    return null;
  }

  function describePacked(pack: Pack, offset: number): { type: string; size: number } | null {
    const head = readBytes(pack.file, offset, 2 * headBytes);
    const { kind, size, at } = readHead(head);
    const base = baseOf(head, at, kind);
    const type = types[kind];
    if (type !== undefined) return { type, size };
    const from =
      base.hash === undefined
        ? describePacked(pack, offset - (base.back ?? 0))
        : describe(base.hash);
    const delta = inflate(head.subarray(base.end));
    return from === null || delta === null ? null : { type: from.type, size: sizeAfter(delta) };
  }

  return {
    describe,
    names: () => packs.flatMap(({ index }) => allNames(index)),
    packed: packs.reduce((sum, { index }) => sum + objectCount(index), 0),
    read,
    find: (digits) => [
      ...new Set([
        ...folders.flatMap((folder) => findLoose(folder, digits)),
        ...packs.flatMap(({ index }) => findNames(index, digits)),
      ]),
    ],
    [Symbol.dispose]() {
      for (const { file, index } of packs) for (const one of [file, index.file]) closeSync(one);
    },
  };
}

interface Pack {
  readonly index: PackIndex;
  readonly file: number;
}

function openPacks(folder: string): readonly Pack[] {
  const names = listed(join(folder, 'pack')).filter((name) => name.endsWith('.idx'));
  return names.flatMap((name) => {
    const path = join(folder, 'pack', name);
    const index = openIndex(path);
    return index === null ? [] : [{ index, file: openSync(path.replace(/idx$/, 'pack'), 'r') }];
  });
}

/** `undefined`: it is not there. */
function readLoose(path: string): GitObject | null | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return undefined;
  }
  const data = file.length > mostBytes ? null : inflate(file);
  const end = data?.indexOf(0) ?? -1;
  if (data === null || data.length - end > mostBytes) return null;
  const [type = ''] = data.toString('latin1', 0, end).split(' ');
  return { type, content: data.subarray(end + 1) };
}

function findLoose(folder: string, digits: string): readonly string[] {
  const start = digits.slice(0, 2);
  return listed(join(folder, start))
    .map((name) => start + name)
    .filter((name) => name.startsWith(digits));
}

/** Type and size as gitformat-pack says: every byte but the last has its highest bit set. */
function readHead(head: Buffer) {
  const first = head[0] ?? 0;
  let [size, at, bits] = [first & 15, 1, 4];
  for (let byte = first; byte >= 0x80; at += 1, bits += 7) {
    byte = head[at] ?? 0;
    size += (byte & 0x7f) * 2 ** bits;
  }
  return { kind: (first >> 4) & 7, size, at };
}

/** Returns what an object differs from, and where its own bytes begin. */
function baseOf(head: Buffer, at: number, kind: number) {
  if (kind === byHash) return { hash: head.toString('hex', at, at + 20), end: at + 20 };
  if (kind !== byOffset) return { end: at };
  let end = at + 1;
  let byte = head[at] ?? 0;
  let back = byte & 0x7f;
  while (byte >= 0x80) {
    byte = head[end] ?? 0;
    back = (back + 1) * 128 + (byte & 0x7f);
    end += 1;
  }
  return { back, end };
}

/** `null` where that is too much, or nothing that was compressed. What follows it is left alone. */
function inflate(bytes: Buffer): Buffer | null {
  try {
    const maxOutputLength = mostBytes + headBytes;
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength });
  } catch {
    return null;
  }
}

function readBytes(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, position));
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
