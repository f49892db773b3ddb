import { damagedMirror } from '../errors/damaged-mirror.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

/** An object whose content passes by in pieces. It has to be read to its end before the next comes. */
export interface StreamedObject {
  readonly oid: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

/** So many objects are read by one process: their names are held in memory. */
const chunk = 10_000;

/**
 * Passes on every object that these lead to, in git's order, which is the same each time. Memory grows neither with their number nor
 * with their size.
 * @param options.tips names of objects; none: nothing
 * @throws what isDamagedMirror() knows if one is missing
 */
export async function streamReachable(
  mirror: MirrorOptions,
  options: {
    readonly tips: ReadonlySet<string>;
    readonly onObject: (object: StreamedObject) => Promise<void>;
  },
): Promise<void> {
  const { tips, onObject } = options;
  if (tips.size === 0) return;
  await runInMirror(mirror, {
    args: ['rev-list', '--objects', '--no-object-names', '--stdin'],
    doing: 'Listing the objects of',
    lines: [...tips].sort(),
    async read(stdout) {
      let oids: string[] = [];
      let rest = '';
      for await (const data of stdout) {
        const lines = (rest + (data as Buffer).toString('latin1')).split('\n');
        rest = lines.pop() ?? '';
        oids.push(...lines);
        if (oids.length < chunk) continue;
        await streamObjects(mirror, oids, onObject);
        oids = [];
      }
      await streamObjects(mirror, oids, onObject);
    },
  });
}

/** Passes on these objects, in their order. */
export async function streamObjects(
  mirror: MirrorOptions,
  oids: readonly string[],
  onObject: (object: StreamedObject) => Promise<void>,
): Promise<void> {
  if (oids.length === 0) return;
  await runInMirror(mirror, {
    args: ['cat-file', '--batch', '--buffer'],
    doing: 'Reading objects of',
    lines: oids,
    async read(stdout) {
      const input = new Pieces(stdout[Symbol.asyncIterator]());
      for (;;) {
        const line = await input.line();
        if (line === null) return;
        const [, oid = '', type = '', size] = /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(line) ?? [];
        if (size === undefined) throw damagedMirror({ detail: `object ${line}` });
        await onObject({ oid, type, size: Number(size), content: input.take(Number(size)) });
        // The line feed that ends it.
        for await (const _ of input.take(1));
      }
    },
  });
}

/** Takes lines and lengths from chunks of any size. */
class Pieces {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  /** @returns `null` at the end */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if (end !== -1) {
        const line = this.#rest.toString('latin1', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      const next = await this.#chunks.next();
      if (next.done === true) return null;
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
  }

  async *take(bytes: number): AsyncGenerator<Buffer> {
    let left = bytes;
    while (left > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) throw damagedMirror({ detail: 'an object ends early' });
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}
