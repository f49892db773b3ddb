import type { Readable } from 'node:stream';
import { onMirror } from '../errors/damaged-mirror.ts';
import { isFullHash } from '../history/hashes.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

interface FileOfCommit {
  /** Full hash. */
  readonly commit: string;
  /** From the root, with slashes. */
  readonly path: string;
}

interface ReadFiles extends MirrorOptions {
  readonly files: readonly FileOfCommit[];
  /** Longer files are cut. */
  readonly maxBytes: number;
}

/**
 * Text of files as they are in commits, all by one process and in the order of `files`; `null` where there is no such
 * file.
 * @throws what isDamagedMirror() knows
 */
export function readFiles(options: ReadFiles): Promise<readonly (string | null)[]> {
  const { files, maxBytes } = options;
  return onMirror(options, async () => {
    const texts: (string | null)[] = files.map(() => null);
    const asked = files.flatMap((file, index) => (canBeAsked(file) ? [{ ...file, index }] : []));
    if (asked.length === 0) return texts;
    let next = 0;
    await runInMirror(options, {
      args: ['cat-file', '--batch', '--buffer'],
      doing: 'Reading files of',
      lines: asked.map(({ commit, path }) => `${commit}:${path}`),
      read: (stdout) =>
        readAnswers(stdout, maxBytes, (text) => {
          const file = asked[next];
          next += 1;
          if (file !== undefined) texts[file.index] = text;
        }),
    });
    return texts;
  });
}

/** A line end would end the question; `./` would be looked for below the current folder. */
function canBeAsked({ commit, path }: FileOfCommit): boolean {
  return isFullHash(commit) && path !== '' && !/[\n\0]|^\.\.?\//.test(path);
}

/** Reads `<oid> <type> <size>\n<content>\n`, or one line for what is not there, again and again. */
async function readAnswers(
  stdout: Readable,
  maxBytes: number,
  onAnswer: (text: string | null) => void,
): Promise<void> {
  let line = '';
  let content: Content | null = null;
  for await (const chunk of stdout) {
    let data = chunk as Buffer;
    while (data.length > 0) {
      if (content !== null) {
        data = content.take(data);
        if (!content.isComplete()) continue;
        onAnswer(content.text());
        content = null;
        continue;
      }
      const end = data.indexOf(0x0a);
      line += data.toString('latin1', 0, end === -1 ? data.length : end);
      if (end === -1) break;
      data = data.subarray(end + 1);
      content = Content.after(line, maxBytes);
      if (content === null) onAnswer(null);
      line = '';
    }
  }
}

/** What follows a line that names an object. */
class Content {
  readonly #isFile: boolean;
  readonly #kept: Buffer[] = [];
  #room: number;
  #left: number;

  private constructor(isFile: boolean, size: number, maxBytes: number) {
    this.#isFile = isFile;
    this.#left = size + 1;
    this.#room = Math.min(size, maxBytes);
  }

  static after(line: string, maxBytes: number): Content | null {
    const [, type, size] = /^[0-9a-f]{40,64} ([a-z]+) (\d+)$/.exec(line) ?? [];
    return size === undefined ? null : new Content(type === 'blob', Number(size), maxBytes);
  }

  /** @returns what does not belong to it any more */
  take(data: Buffer): Buffer {
    const own = data.subarray(0, this.#left);
    this.#left -= own.length;
    if (this.#room > 0) this.#kept.push(own.subarray(0, this.#room));
    this.#room -= Math.min(this.#room, own.length);
    return data.subarray(own.length);
  }

  isComplete(): boolean {
    return this.#left === 0;
  }

  /** `null` for what is no file. */
  text(): string | null {
    return this.#isFile ? Buffer.concat(this.#kept).toString('utf8') : null;
  }
}
