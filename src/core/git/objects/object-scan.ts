import { damagedMirror } from '../errors/damaged-mirror.ts';
import { isPointerSize } from '../formats/lfs-pointer.ts';
import type { Refs } from '../formats/refs.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';

export interface LargeBlob {
  readonly oid: string;
  readonly bytes: number;
}

interface ObjectScan {
  /** Files above the limit. */
  readonly large: readonly LargeBlob[];
  /** Files of the size of an LFS pointer. */
  readonly maybePointers: readonly string[];
  /** Bytes of all objects as they lie on the disk: about what a push of all would send. */
  readonly packBytes: number;
}

/**
 * Looks at type and size of every object in one pass, in the order of the packs.
 * @throws what isDamagedMirror() knows if what a ref names is not among them: git says nothing of lost packs
 */
export async function scanObjects(
  options: MirrorOptions & { refs: Refs; maxFileBytes: number | null },
): Promise<ObjectScan> {
  const missing = new Set(options.refs.values());
  const maxFileBytes = options.maxFileBytes ?? Number.POSITIVE_INFINITY;
  const large: LargeBlob[] = [];
  const maybePointers: string[] = [];
  let packBytes = 0;
  await runInMirror(options, {
    args: [
      'cat-file',
      '--batch-all-objects',
      '--batch-check=%(objecttype) %(objectsize) %(objectsize:disk) %(objectname)',
      '--unordered',
      '--buffer',
    ],
    doing: 'Inspecting',
    onLine(line) {
      // Not split: the parts of all lines come to a dozen megabytes at once.
      const afterType = line.indexOf(' ') + 1;
      const afterSize = line.indexOf(' ', afterType) + 1;
      const afterDisk = line.indexOf(' ', afterSize) + 1;
      packBytes += numberAt(line, afterSize);
      if (missing.size > 0) missing.delete(line.slice(afterDisk));
      if (!line.startsWith('blob ')) return;
      const bytes = numberAt(line, afterType);
      if (bytes > maxFileBytes) large.push({ oid: line.slice(afterDisk), bytes });
      else if (isPointerSize(bytes)) maybePointers.push(line.slice(afterDisk));
    },
  });
  const [lost] = missing;
  if (lost !== undefined) throw damagedMirror({ detail: `object ${lost} is missing` });
  return { large, maybePointers, packBytes };
}

/** The digits from there on. */
function numberAt(line: string, start: number): number {
  let value = 0;
  for (let at = start; at < line.length; at += 1) {
    const digit = line.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
}
