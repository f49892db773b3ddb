import { open } from 'node:fs/promises';
import type { TarFile } from '../tar-file.ts';

/** Keeps entries in one file of the disk until they are due in an archive. */
export interface Spool {
  add(path: string, content: Uint8Array): Promise<void>;
  /** Adds all of them to the archive, in the order in which they came. */
  pour(tar: Pick<TarFile, 'addFile'>): Promise<void>;
  close(): Promise<void>;
}

/** @param file that does not exist yet */
export async function openSpool(file: string): Promise<Spool> {
  const handle = await open(file, 'wx', 0o600);
  const entries: { readonly path: string; readonly start: number; readonly bytes: number }[] = [];
  let size = 0;
  return {
    async add(path, content) {
      await handle.writeFile(content);
      entries.push({ path, start: size, bytes: content.length });
      size += content.length;
    },
    async pour(tar) {
      for (const { path, ...part } of entries) await tar.addFile(path, file, part);
    },
    close: () => handle.close(),
  };
}
