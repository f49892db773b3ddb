import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The LFS objects of one repository, laid out as git-lfs does: `ab/cd/<oid>`. */
export interface ObjectStore {
  readonly directory: string;
  /** Bytes, or `null` if there is no such object. */
  size(oid: string): number | null;
  read(oid: string): Readable;
  add(oid: string, content: Uint8Array): Promise<void>;
  /** @throws WrongContent if what comes is not what the oid and the size say; nothing is kept then */
  receive(oid: string, size: number, content: Readable): Promise<void>;
  /** Copies the objects of a `lfs/objects` folder. */
  importFrom(folder: string): Promise<void>;
  remove(oid: string): Promise<void>;
}

export class WrongContent extends Error {}

const oidForm = /^[0-9a-f]{64}$/;

export function isOid(text: string): boolean {
  return oidForm.test(text);
}

export function openObjectStore(directory: string): ObjectStore {
  const pathOf = (oid: string): string => {
    if (!isOid(oid)) throw new Error(`Not an LFS object id: ${oid}`);
    return join(directory, oid.slice(0, 2), oid.slice(2, 4), oid);
  };
  const makeFolder = (oid: string): Promise<unknown> =>
    mkdir(join(pathOf(oid), '..'), { recursive: true });
  return {
    directory,
    size: (oid) => (existsSync(pathOf(oid)) ? statSync(pathOf(oid)).size : null),
    read: (oid) => createReadStream(pathOf(oid)),
    async add(oid, content) {
      await makeFolder(oid);
      await writeFile(pathOf(oid), content);
    },
    async receive(oid, size, content) {
      await makeFolder(oid);
      const temporary = `${pathOf(oid)}.${randomUUID()}`;
      const meter = createMeter();
      try {
        await pipeline(content, meter.stream, createWriteStream(temporary));
        if (meter.digest() !== oid || meter.length() !== size) throw new WrongContent(oid);
        await rename(temporary, pathOf(oid));
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async importFrom(folder) {
      if (!existsSync(folder)) return;
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !isOid(entry.name)) continue;
        await makeFolder(entry.name);
        await copyFile(join(entry.parentPath, entry.name), pathOf(entry.name));
      }
    },
    remove: (oid) => rm(pathOf(oid), { force: true }),
  };
}

function createMeter(): { stream: Transform; digest(): string; length(): number } {
  const hash = createHash('sha256');
  let length = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      length += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex'), length: () => length };
}
