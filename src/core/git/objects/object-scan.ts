import { damagedMirror } from '../errors/damaged-mirror.ts';
import { isPointerSize } from '../lfs/lfs-pointer.ts';
import type { Refs } from '../mirror/refs.ts';
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
      const [type, size, disk, oid = ''] = line.split(' ');
      packBytes += Number(disk);
      missing.delete(oid);
      if (type !== 'blob') return;
      const bytes = Number(size);
      if (bytes > maxFileBytes) large.push({ oid, bytes });
      else if (isPointerSize(bytes)) maybePointers.push(oid);
    },
  });
  const [lost] = missing;
  if (lost !== undefined) throw damagedMirror({ detail: `object ${lost} is missing` });
  return { large, maybePointers, packBytes };
}
