import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createDeflate, deflate, deflateSync } from 'node:zlib';
import { type StreamedObject, streamReachable } from '../../../git/objects/stream-objects.ts';
import type { MirrorOptions } from '../../../git/process/mirror-command.ts';
import { createTarFile } from '../tar-file.ts';

/** Up to so many bytes compressing takes less time than handing it to another thread. */
const smallBytes = 16 * 1024;
/** Larger ones pass through a file: a tar file names the size before the content. */
const mediumBytes = 4 * 1024 * 1024;

/** As git compresses loose objects. */
const level = { level: 1 };

const inThread = promisify(deflate) as (data: Buffer, options: object) => Promise<Buffer>;

/**
 * Writes every object that these lead to as a loose one, into a tar file of its own.
 * @param options.path of the tar file, which does not exist yet; a file beside it is used meanwhile
 */
export async function writeLooseObjects(options: {
  readonly mirror: MirrorOptions;
  readonly tips: ReadonlySet<string>;
  readonly path: string;
}): Promise<void> {
  const { mirror, tips, path } = options;
  const tar = createTarFile(path, { isCompressed: false });
  const large = `${path}.object`;
  async function add(object: StreamedObject): Promise<void> {
    const name = `${object.oid.slice(0, 2)}/${object.oid.slice(2)}`;
    if (object.size <= mediumBytes) {
      const data = await gather(object);
      const small = data.length <= smallBytes;
      return tar.add(name, small ? deflateSync(data, level) : await inThread(data, level), 0o400);
    }
    await pipeline(loose(object), createDeflate(level), createWriteStream(large, { mode: 0o600 }));
    const { size: bytes } = await stat(large);
    await tar.addFile(name, large, { start: 0, bytes, mode: 0o400 });
    await rm(large);
  }
  try {
    await streamReachable(mirror, { tips, onObject: add });
    await tar.finish();
  } catch (error) {
    await tar.abandon(error);
    throw error;
  }
}

async function* loose({ type, size, content }: StreamedObject): AsyncGenerator<Buffer> {
  yield Buffer.from(`${type} ${size}\0`);
  yield* content;
}

async function gather(object: StreamedObject): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of loose(object)) pieces.push(piece);
  return Buffer.concat(pieces);
}
