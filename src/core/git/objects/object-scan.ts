import type { Readable } from 'node:stream';
import { damagedMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import { pointerBytes } from '../lfs/lfs-pointer.ts';
import type { Refs } from '../mirror/refs.ts';
import type { GitTool } from '../process/git-tool.ts';

export interface LargeBlob {
  readonly oid: string;
  readonly bytes: number;
}

export interface ObjectScan {
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
export async function scanObjects(options: {
  git: GitTool;
  directory: string;
  refs: Refs;
  maxFileBytes: number | null;
  signal?: AbortSignal | undefined;
}): Promise<ObjectScan> {
  const { git, directory, signal } = options;
  const missing = new Set(options.refs.values());
  const maxFileBytes = options.maxFileBytes ?? Number.POSITIVE_INFINITY;
  const large: LargeBlob[] = [];
  const maybePointers: string[] = [];
  let packBytes = 0;
  const outcome = await git.stream({
    args: [
      'cat-file',
      '--batch-all-objects',
      '--batch-check=%(objecttype) %(objectsize) %(objectsize:disk) %(objectname)',
      '--unordered',
      '--buffer',
    ],
    repository: directory,
    signal,
    read: (stdout) =>
      eachLine(stdout, (line) => {
        const [type, size, disk, oid = ''] = line.split(' ');
        packBytes += Number(disk);
        missing.delete(oid);
        if (type !== 'blob') return;
        const bytes = Number(size);
        if (bytes > maxFileBytes) large.push({ oid, bytes });
        else if (bytes >= pointerBytes.least && bytes <= pointerBytes.most) maybePointers.push(oid);
      }),
  });
  if (outcome.exitCode !== 0) {
    throw gitFailure(outcome, { doing: 'Inspecting', subject: 'the local mirror' });
  }
  const [lost] = missing;
  if (lost !== undefined) throw damagedMirror({ detail: `object ${lost} is missing` });
  return { large, maybePointers, packBytes };
}

/** Hands on each line of latin1 text without its end. */
export async function eachLine(stdout: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = '';
  for await (const chunk of stdout) {
    const lines = (rest + (chunk as Buffer).toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
  if (rest !== '') onLine(rest);
}
