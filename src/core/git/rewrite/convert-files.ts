import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MigratorError } from '../../kernel/errors.ts';
import { encodeLfsPointer, type LfsObject } from '../formats/lfs-pointer.ts';
import { type NewObject, objectName } from '../objects/object-pack.ts';
import { type StreamedObject, streamObjects } from '../objects/stream-objects.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';

/** A file that became an LFS object. */
export interface ConvertedFile extends LfsObject {
  /** The file's own name in git, and its pointer's. */
  readonly blob: string;
  readonly pointer: string;
  /** One of its paths. */
  readonly path: string;
}

/**
 * Writes files of a history as LFS objects where git-lfs expects them, and reads each back: it must be the file that git has.
 * @param options.into the repository that gets the objects
 * @param options.files names of the files with a path of each, as latin1 text
 */
export async function convertFiles(
  mirror: MirrorOptions,
  options: { readonly into: string; readonly files: ReadonlyMap<string, string> },
): Promise<readonly ConvertedFile[]> {
  const { into, files } = options;
  const converted: ConvertedFile[] = [];
  await streamObjects(mirror, [...files.keys()], async (object) => {
    const { oid: blob, size } = object;
    const oid = await writeObject(into, object);
    const pointer = objectName(pointerObject({ oid, size }), blob);
    const path = Buffer.from(files.get(blob) ?? '', 'latin1').toString('utf8');
    converted.push({ blob, pointer, oid, size, path });
  });
  for (const file of converted) await requireSame(into, file);
  return converted;
}

export function pointerObject(object: LfsObject): NewObject {
  return { type: 'blob', content: encodeLfsPointer(object) };
}

/** @returns its SHA-256 */
async function writeObject(into: string, { content }: StreamedObject): Promise<string> {
  const folder = join(into, 'lfs', 'migrator');
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, randomUUID());
  const hash = createHash('sha256');
  const file = await open(unfinished, 'wx', 0o600);
  try {
    for await (const piece of content) {
      hash.update(piece);
      await file.writeFile(piece);
    }
  } finally {
    await file.close();
  }
  const oid = hash.digest('hex');
  const path = lfsPath(into, oid);
  await mkdir(join(path, '..'), { recursive: true });
  await rename(unfinished, path);
  await rm(folder, { recursive: true, force: true });
  return oid;
}

function lfsPath(directory: string, oid: string): string {
  return join(directory, 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid);
}

/** By both of its hashes, so that git's file need not be read twice. */
async function requireSame(into: string, { blob, oid, size, path }: ConvertedFile): Promise<void> {
  const hash = createHash('sha256');
  const name = createHash(blob.length === 64 ? 'sha256' : 'sha1').update(`blob ${size}\0`);
  for await (const piece of createReadStream(lfsPath(into, oid))) {
    hash.update(piece as Buffer);
    name.update(piece as Buffer);
  }
  if (hash.digest('hex') === oid && name.digest('hex') === blob) return;
  throw new MigratorError('verification', `The LFS object of ${path} differs from the file`, {
    hint: 'Check the disk that has the work folder, then resume.',
    retry: 'yes',
  });
}
