import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onMirror } from '../errors/damaged-mirror.ts';
import type { Refs } from '../formats/refs.ts';
import { rewriteCommit } from '../history/rewrite-commit.ts';
import { saveRewritten } from '../history/rewritten-commits.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import { readObjects } from './read-objects.ts';
import { noteRewritten, type Rewriting, rewriteTags, writeObjects } from './rewritten-objects.ts';

interface HistoryCut {
  /** The refs as they are now. */
  readonly refs: Refs;
  /** Old name -> new name of every commit and tag object that changed. */
  readonly rewritten: ReadonlyMap<string, string>;
  /** Old names of the commits and tags whose signature would no longer be true and was dropped. */
  readonly lostSignatures: readonly string[];
  /** How many commits are there now, and how many of them have another name. */
  readonly commits: { readonly kept: number; readonly renamed: number };
}

interface CutHistory extends MirrorOptions {
  readonly refs: Refs;
}

/**
 * Turns a shallow mirror into a complete repository: its boundary commits lose their parents, and what builds on them is
 * rewritten, so that a host accepts it. The same mirror always gives the same names, and keeps them (rewritten-commits.ts). A
 * mirror that is not shallow stays as it is.
 */
export function cutHistory(options: CutHistory): Promise<HistoryCut> {
  return onMirror(options, () => cut(options));
}

async function cut(options: CutHistory): Promise<HistoryCut> {
  const { directory, refs } = options;
  const boundary = await readBoundary(directory);
  const work: Rewriting = { rewritten: new Map(), lostSignatures: [], objects: [] };
  const { rewritten, lostSignatures } = work;
  if (boundary.size === 0) {
    return { refs, rewritten, lostSignatures, commits: { kept: 0, renamed: 0 } };
  }

  const kept = await rewriteCommits(options, boundary, work);
  const renamed = rewritten.size;
  await rewriteTags(options, new Set(refs.values()), work);
  const moved = new Map([...refs].map(([name, oid]) => [name, rewritten.get(oid) ?? oid]));
  await writeObjects(options, work, { sample: [...refs.values()][0] ?? '', doing });
  // Before the refs move: a second cut would find nothing to rewrite.
  if (rewritten.size > 0) await saveRewritten(directory, rewritten);
  await moveRefs(options, refs, moved);
  // Last: as long as the file is there, the mirror counts as not yet cut.
  await rm(join(directory, 'shallow'), { force: true });
  return { refs: moved, rewritten, lostSignatures, commits: { kept, renamed } };
}

async function readBoundary(directory: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(directory, 'shallow'), 'latin1').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    },
  );
  return new Set(text.split('\n').filter((line) => line !== ''));
}

/**
 * Parents before children, so that each parent's new name is known.
 * @returns how many there are
 */
async function rewriteCommits(
  mirror: MirrorOptions,
  boundary: ReadonlySet<string>,
  work: Rewriting,
): Promise<number> {
  const commits: string[] = [];
  await runInMirror(mirror, {
    args: ['rev-list', '--all', '--topo-order', '--reverse'],
    doing,
    onLine: (line) => commits.push(line),
  });
  await readObjects({
    ...mirror,
    oids: commits,
    onObject({ oid, content }) {
      const changed = rewriteCommit(content.toString('latin1'), (parent) =>
        boundary.has(oid) ? null : (work.rewritten.get(parent) ?? parent),
      );
      if (changed !== null) noteRewritten(work, oid, 'commit', changed);
    },
  });
  return commits.length;
}

async function moveRefs(mirror: MirrorOptions, old: Refs, moved: Refs): Promise<void> {
  let commands = '';
  for (const [name, oid] of moved) {
    const before = old.get(name) ?? oid;
    if (before !== oid) commands += `update ${name}\0${oid}\0${before}\0`;
  }
  if (commands === '') return;
  const args = ['update-ref', '--no-deref', '-z', '--stdin'];
  await runInMirror(mirror, { args, doing, input: commands });
}

const doing = 'Truncating the history of';
