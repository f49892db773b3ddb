import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import type { KindName } from '../records/kinds.ts';

/** Writes an archive as a stream: memory does not grow with it. */
export interface ArchiveWriter {
  /** Adds records of one kind; they reach the file a hundred at a time. */
  add(kind: KindName, records: readonly object[]): Promise<void>;
  /** Adds a file of the disk. @param path in the archive, at most 255 bytes */
  addFile(path: string, file: string): Promise<void>;
  addText(path: string, text: string): Promise<void>;
  /** Adds an empty folder: a tar file has no others. */
  addFolder(path: string): Promise<void>;
  /** Writes what is still held back, and closes the file. */
  finish(): Promise<WrittenArchive>;
  /** Ends it early, after an error: the file is incomplete. */
  abandon(error: unknown): Promise<void>;
}

interface WrittenArchive {
  readonly bytes: number;
  /** In hexadecimal digits. Nothing can be read back from the upload's storage: it is compared with this. */
  readonly sha256: string;
}

/** As many as in every export that was seen. */
const recordsInFile = 100;

/** One moment for all entries, so that the same content makes the same bytes. */
const mtime = new Date(Date.UTC(2020, 0, 1));

/** The version that gh-bbc-exporter writes and the importer takes. */
const schema = '{"version":"1.0.1"}\n';

const nobody = { uid: 0, gid: 0, uname: '', gname: '' };

/** @param path of a file that does not exist yet */
export async function createArchiveWriter(path: string): Promise<ArchiveWriter> {
  const { readable, controller } = createTarPacker();
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new PassThrough();
  counted.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  const done = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    createGzip(),
    counted,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  // Whoever writes next, or finishes, gets the error.
  done.catch(() => {});
  const waiting = new Map<KindName, object[]>();
  const files = new Map<KindName, number>();

  function begin(name: string, size: number, type: 'file' | 'directory' = 'file') {
    const mode = type === 'file' ? 0o644 : 0o755;
    return controller.add({ name, size, type, mode, ...nobody, mtime });
  }
  async function addText(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    const writer = begin(name, content.length).getWriter();
    await Promise.race([writer.write(content).then(() => writer.close()), done]);
  }
  async function flush(kind: KindName, records: readonly object[]): Promise<void> {
    const number = (files.get(kind) ?? 0) + 1;
    files.set(kind, number);
    const name = `${kind}_${String(number).padStart(6, '0')}.json`;
    await addText(name, `${JSON.stringify(records, null, 1)}\n`);
  }

  await addText('schema.json', schema);
  return {
    addText,
    addFolder: (name) => Promise.race([begin(`${name}/`, 0, 'directory').close(), done]),
    async add(kind, records) {
      const held = waiting.get(kind) ?? [];
      waiting.set(kind, held);
      held.push(...records);
      while (held.length >= recordsInFile) await flush(kind, held.splice(0, recordsInFile));
    },
    async addFile(name, file) {
      const { size } = await stat(file);
      const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
      await Promise.race([source.pipeTo(begin(name, size)), done]);
    },
    async finish() {
      for (const kind of [...waiting.keys()].sort()) {
        const held = waiting.get(kind) ?? [];
        if (held.length > 0) await flush(kind, held);
      }
      controller.finalize();
      await done;
      return { bytes, sha256: hash.digest('hex') };
    },
    async abandon(error) {
      controller.error(error);
      await done.catch(() => {});
    },
  };
}
