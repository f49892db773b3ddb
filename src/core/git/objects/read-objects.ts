import type { Readable } from 'node:stream';
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
export async function readObjects(
  options: MirrorOptions & { oids: readonly string[]; onObject: (object: ReadObject) => void },
): Promise<void> {
  const { oids, onObject } = options;
  if (oids.length === 0) return;
  await runInMirror(options, {
    args: ['cat-file', '--batch', '--buffer'],
    doing: 'Reading objects of',
    lines: oids,
    read: (stdout) => parseBatch(stdout, onObject),
  });
}

/** Reads `<oid> <type> <size>\n<content>\n` again and again. */
async function parseBatch(stdout: Readable, onObject: (object: ReadObject) => void): Promise<void> {
  let pending: Buffer[] = [];
  let length = 0;
  let needed = 1;
  for await (const chunk of stdout) {
    pending.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length < needed) continue;
    const result = takeObjects(Buffer.concat(pending), onObject);
    pending = [result.rest];
    length = result.rest.length;
    needed = result.needed;
  }
}

function takeObjects(
  data: Buffer,
  onObject: (object: ReadObject) => void,
): { rest: Buffer; needed: number } {
  let at = 0;
  for (;;) {
    const lineEnd = data.indexOf(0x0a, at);
    if (lineEnd === -1) return { rest: data.subarray(at), needed: data.length - at + 1 };
    const [oid = '', type = '', size = ''] = data.toString('latin1', at, lineEnd).split(' ');
    if (type === 'missing') throw damagedMirror({ detail: `object ${oid} is missing` });
    const end = lineEnd + 1 + Number(size);
    if (data.length < end + 1) return { rest: data.subarray(at), needed: end + 1 - at };
    onObject({ oid, type, content: data.subarray(lineEnd + 1, end) });
    at = end + 1;
  }
}
