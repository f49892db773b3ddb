import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of the objects of a bare repository as they lie on the disk, packed and loose. No process is needed. */
export async function storedBytes(repository: string): Promise<number> {
  const objects = join(repository, 'objects');
  const entries = await readdir(objects, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    const counts =
      entry.isFile() && (entry.name.endsWith('.pack') || /^[0-9a-f]{38,62}$/.test(entry.name));
    if (counts) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
