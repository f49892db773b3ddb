import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Tells whether a file of a bare repository is unpacked: refs and objects are. Nothing that git would act on is, such as
 * its configuration, hooks, or other folders of objects. Pure.
 */
export function isUnpacked(path: string): boolean {
  if (path === 'HEAD' || path === 'packed-refs' || path === 'shallow') return true;
  if (path.startsWith('refs/')) return true;
  return /^objects\/(pack\/pack-[0-9a-f]{40}\.(pack|idx)|[0-9a-f]{2}\/[0-9a-f]{38})$/.test(path);
}

const config = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';

/** Makes a folder that git takes for a bare repository once its files are unpacked. */
export async function beginRepository(directory: string): Promise<void> {
  await mkdir(join(directory, 'objects'), { recursive: true, mode: 0o700 });
  await mkdir(join(directory, 'refs'), { recursive: true });
  await writeFile(join(directory, 'config'), config, { mode: 0o600 });
}

/** @param path as isUnpacked() takes it, and no way out of the folder */
export async function unpackFile(
  directory: string,
  path: string,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const file = join(directory, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(Readable.fromWeb(body), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}
