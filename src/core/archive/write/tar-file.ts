import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker, packTar } from 'modern-tar';

/** Writes a tar file as a stream: memory does not grow with it, and the same content makes the same bytes. */
export interface TarFile {
  add(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  /** Adds a file of the disk, or a part of one. */
  addFile(path: string, file: string, part?: FilePart): Promise<void>;
  /** Adds an empty folder: a tar file has no others. */
  addFolder(path: string): Promise<void>;
  finish(): Promise<TarFacts>;
  /** Ends it early, after an error: the file is incomplete. */
  abandon(error: unknown): Promise<void>;
}

interface FilePart {
  readonly start: number;
  readonly bytes: number;
  readonly mode?: number;
}

export interface TarFacts {
  readonly bytes: number;
  /** In hexadecimal digits. Nothing can be read back from the upload's storage: it is compared with this. */
  readonly sha256: string;
}

/** One moment for all entries. */
const mtime = new Date(Date.UTC(2020, 0, 1));

const nobody = { uid: 0, gid: 0, uname: '', gname: '' };

/** @param path of a file that does not exist yet */
export function createTarFile(path: string, { isCompressed }: { isCompressed: boolean }): TarFile {
  const { readable, controller } = createTarPacker();
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new PassThrough();
  counted.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  const done = pipeline([
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    ...(isCompressed ? [createGzip()] : []),
    counted,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  ]);
  // Whoever writes, or finishes, gets the error. A race with `done` would keep something for each entry.
  let failure: { readonly error: unknown } | null = null;
  let onFailure: (error: unknown) => void = () => {};
  done.catch((error: unknown) => {
    failure = { error };
    onFailure(error);
  });
  async function orFailure(work: Promise<void>): Promise<void> {
    if (failure !== null) throw failure.error;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    onFailure = reject;
    work.then(resolve, reject);
    await promise;
  }

  function begin(name: string, size: number, mode: number, type: 'file' | 'directory' = 'file') {
    return controller.add({ name, size, type, mode, ...nobody, mtime });
  }
  return {
    async add(name, content, mode = 0o644) {
      const data = typeof content === 'string' ? Buffer.from(content) : content;
      const writer = begin(name, data.length, mode).getWriter();
      await orFailure(writer.write(data).then(() => writer.close()));
    },
    async addFile(name, file, part) {
      const {
        start,
        bytes: size,
        mode = 0o644,
      } = part ?? {
        start: 0,
        bytes: (await stat(file)).size,
      };
      if (size === 0) return orFailure(begin(name, 0, mode).close());
      const source = createReadStream(file, { start, end: start + size - 1 });
      const body = Readable.toWeb(source) as ReadableStream<Uint8Array>;
      await orFailure(body.pipeTo(begin(name, size, mode)));
    },
    addFolder: (name) => orFailure(begin(`${name}/`, 0, 0o755, 'directory').close()),
    async finish() {
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

/** The same with one entry, in memory. */
export async function smallTar(name: string, content: string): Promise<Uint8Array> {
  const body = Buffer.from(content);
  const header = { name, size: body.length, type: 'file', mode: 0o644, ...nobody, mtime } as const;
  return packTar([{ header, body }]);
}
