import type { KindName } from '../records/kinds.ts';
import { createTarFile, type TarFile } from './tar-file.ts';

/** Writes an archive of GitHub's format. */
export interface ArchiveWriter extends Omit<TarFile, 'add'> {
  /** Adds records of one kind; they reach the file a hundred at a time. */
  add(kind: KindName, records: readonly object[]): Promise<void>;
  addText(path: string, text: string): Promise<void>;
}

/** As many as in every export that was seen. */
const recordsInFile = 100;

/** The version that gh-bbc-exporter writes and the importer takes. */
const schema = '{"version":"1.0.1"}\n';

/** @param path of a file that does not exist yet */
export async function createArchiveWriter(path: string): Promise<ArchiveWriter> {
  const tar = createTarFile(path, { isCompressed: true });
  const waiting = new Map<KindName, object[]>();
  const files = new Map<KindName, number>();

  async function flush(kind: KindName, records: readonly object[]): Promise<void> {
    const number = (files.get(kind) ?? 0) + 1;
    files.set(kind, number);
    const name = `${kind}_${String(number).padStart(6, '0')}.json`;
    await tar.add(name, `${JSON.stringify(records, null, 1)}\n`);
  }

  await tar.add('schema.json', schema);
  return {
    ...tar,
    addText: (name, text) => tar.add(name, text),
    async add(kind, records) {
      const held = waiting.get(kind) ?? [];
      waiting.set(kind, held);
      held.push(...records);
      while (held.length >= recordsInFile) await flush(kind, held.splice(0, recordsInFile));
    },
    async finish() {
      for (const kind of [...waiting.keys()].sort()) {
        const held = waiting.get(kind) ?? [];
        if (held.length > 0) await flush(kind, held);
      }
      return tar.finish();
    },
  };
}
