import { damagedMirror } from '../errors/damaged-mirror.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

interface ReadObject {
  readonly oid: string;
  readonly type: string;
  readonly content: Buffer;
}

/**
 * Reads objects through one `git cat-file --batch`, in the order of their names, and passes on each as it comes.
 * @throws what isDamagedMirror() knows if one is missing
 */
export function readObjects(
  options: MirrorOptions & { oids: readonly string[]; onObject: (object: ReadObject) => void },
): Promise<void> {
  const { oids, onObject } = options;
  return readNamed(options, {
    names: oids,
    doing: 'Reading objects of',
    maxBytes: Number.POSITIVE_INFINITY,
    onAnswer(object, index) {
      if (object === null) throw damagedMirror({ detail: `object ${oids[index]} is missing` });
      onObject(object);
    },
  });
}

/**
 * The same for whatever git takes for a name.
 * @param options.maxBytes longer contents are cut
 * @param options.onAnswer gets `null` for what is not there
 */
export async function readNamed(
  mirror: MirrorOptions,
  options: {
    names: readonly string[];
    doing: string;
    maxBytes: number;
    onAnswer: (object: ReadObject | null, index: number) => void;
  },
): Promise<void> {
  const { names, doing, maxBytes, onAnswer } = options;
  if (names.length === 0) return;
  let index = 0;
  await runInMirror(mirror, {
    args: ['cat-file', '--batch', '--buffer'],
    doing,
    lines: names,
    async read(stdout) {
      const reader = new BatchReader(maxBytes, (object) => onAnswer(object, index++));
      for await (const chunk of stdout) reader.read(chunk as Buffer);
    },
  });
}

/** Reads `<oid> <type> <size>\n<content>\n`, or one line for what is not there, again and again. */
class BatchReader {
  readonly #maxBytes: number;
  readonly #onAnswer: (object: ReadObject | null) => void;
  #line = '';
  #open: OpenObject | null = null;

  constructor(maxBytes: number, onAnswer: (object: ReadObject | null) => void) {
    this.#maxBytes = maxBytes;
    this.#onAnswer = onAnswer;
  }

  read(chunk: Buffer): void {
    let data = chunk;
    while (data.length > 0) {
      data = this.#open === null ? this.#readLine(data) : this.#readContent(data, this.#open);
    }
  }

  #readLine(data: Buffer): Buffer {
    const end = data.indexOf(0x0a);
    this.#line += data.toString('latin1', 0, end === -1 ? data.length : end);
    if (end === -1) return data.subarray(data.length);
    const [, oid = '', type = '', size] =
      /^([0-9a-f]{40,64}) ([a-z]+) (\d+)$/.exec(this.#line) ?? [];
    this.#line = '';
    const bytes = Number(size);
    if (size === undefined) this.#onAnswer(null);
    else
      this.#open = { oid, type, kept: [], room: Math.min(bytes, this.#maxBytes), left: bytes + 1 };
    return data.subarray(end + 1);
  }

  #readContent(data: Buffer, open: OpenObject): Buffer {
    const own = data.subarray(0, open.left);
    open.left -= own.length;
    if (open.room > 0) open.kept.push(own.subarray(0, open.room));
    open.room -= Math.min(open.room, own.length);
    if (open.left === 0) {
      this.#open = null;
      this.#onAnswer({ oid: open.oid, type: open.type, content: Buffer.concat(open.kept) });
    }
    return data.subarray(own.length);
  }
}

interface OpenObject {
  readonly oid: string;
  readonly type: string;
  readonly kept: Buffer[];
  /** Bytes that may still be kept. */
  room: number;
  /** Bytes to come, with the line feed that ends it. */
  left: number;
}
