import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

export interface NewObject {
  readonly type: 'commit' | 'tree' | 'blob' | 'tag';
  readonly content: Buffer;
}

const typeNumbers = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** The name that git gives an object. `sample` is any name of the same repository: its length selects the hash. */
export function objectName(object: NewObject, sample: string): string {
  return createHash(hashOf(sample))
    .update(`${object.type} ${object.content.length}\0`)
    .update(object.content)
    .digest('hex');
}

/** Objects as one pack (version 2, no deltas), so that a single git process can take them all. */
export function encodePack(objects: readonly NewObject[], sample: string): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK', 0, 'latin1');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  for (const { type, content } of objects) {
    parts.push(entryHeader(typeNumbers[type], content.length), deflateSync(content));
  }
  const pack = Buffer.concat(parts);
  return Buffer.concat([pack, createHash(hashOf(sample)).update(pack).digest()]);
}

/** Type and size: four bits of the size with the type, then seven a byte, lowest first. */
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let rest = Math.floor(size / 16);
  let byte = (type << 4) | (size % 16);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest % 128;
    rest = Math.floor(rest / 128);
  }
  bytes.push(byte);
  return Buffer.from(bytes);
}

function hashOf(sample: string): 'sha1' | 'sha256' {
  return sample.length === 64 ? 'sha256' : 'sha1';
}
