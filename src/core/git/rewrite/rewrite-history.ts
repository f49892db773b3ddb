import type { Refs } from '../formats/refs.ts';
import { rewriteCommit } from '../history/rewrite-commit.ts';
import type { NewObject } from '../objects/object-pack.ts';
import { scanObjects } from '../objects/object-scan.ts';
import { readObjects } from '../objects/read-objects.ts';
import {
  noteRewritten,
  type Rewriting,
  rewriteTags,
  writeObjects,
} from '../objects/rewritten-objects.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import { type ConvertedFile, convertFiles, pointerObject } from './convert-files.ts';
import { findLargeTrees } from './find-large-trees.ts';
import { rewriteTrees, rewriting } from './rewrite-trees.ts';

/** Describes a history in which large files are LFS objects. */
export interface RewrittenHistory {
  /** New names of commits that changed, by their old ones. */
  readonly commits: ReadonlyMap<string, string>;
  /** Refs with what they name now. */
  readonly refs: Refs;
  readonly files: readonly ConvertedFile[];
  /** Counts signatures that were dropped, because they would no longer be true. */
  readonly lostSignatures: { readonly commits: number; readonly tags: number };
}

interface RewriteHistory extends MirrorOptions {
  /** All refs with what they named before. */
  readonly refs: Refs;
  /** Size limit in bytes; larger files move to LFS. */
  readonly limit: number;
  readonly before: EarlierRewrite;
}

/** Describes an earlier rewrite, for the history of earlier refs: it is not rewritten again. */
export interface EarlierRewrite extends Omit<RewrittenHistory, 'refs'> {
  readonly tips: readonly string[];
}

/** Commits whose new forms are gathered before they are written. */
const together = 20_000;

/** Writes the objects of a history in which files above a limit are LFS objects. Moves no ref. */
export async function rewriteHistory(options: RewriteHistory): Promise<RewrittenHistory> {
  const { refs, limit, before } = options;
  const listed = await listCommits(options);
  const roots = new Set(listed.values());
  const { large: blobs } = await scanObjects({ ...options, refs, maxFileBytes: limit });
  const large = await findLargeTrees(options, {
    roots,
    large: new Set(blobs.map(({ oid }) => oid)),
  });
  const files = [...before.files, ...(await convert(options, large.files))];
  const pointers = new Map(files.map(({ blob, pointer }) => [blob, pointer]));
  const trees = await rewriteTrees(options, { large, roots, pointers });
  const commits = new Map(before.commits);
  const work: Rewriting = { rewritten: commits, lostSignatures: [], objects: [] };
  const sample = [...refs.values()][0] ?? '';
  if (trees.size + commits.size > 0) {
    const oids = [...listed.keys()];
    for (let at = 0; at < oids.length; at += together) {
      await rewriteCommits(options, { oids: oids.slice(at, at + together), trees, work });
      await writeObjects(options, work, { sample, doing: rewriting });
    }
  }
  const tags: Rewriting = { rewritten: new Map(commits), lostSignatures: [], objects: [] };
  await rewriteTags(options, new Set(refs.values()), tags);
  await writeObjects(options, tags, { sample, doing: rewriting });
  return {
    commits,
    refs: new Map([...refs].map(([name, oid]) => [name, tags.rewritten.get(oid) ?? oid])),
    files,
    lostSignatures: {
      commits: before.lostSignatures.commits + work.lostSignatures.length,
      tags: tags.lostSignatures.length,
    },
  };
}

/** Commits that were not rewritten before, parents first, with their trees. */
async function listCommits({ refs, before, ...mirror }: RewriteHistory) {
  const commits = new Map<string, string>();
  let commit = '';
  await runInMirror(mirror, {
    args: ['rev-list', '--topo-order', '--reverse', '--format=%T', '--stdin'],
    doing: rewriting,
    lines: [...new Set(refs.values()), ...before.tips.map((tip) => `^${tip}`)],
    onLine(line) {
      if (line.startsWith('commit ')) commit = line.slice(7);
      else commits.set(commit, line);
    },
  });
  return commits;
}

async function convert(
  { before, ...mirror }: RewriteHistory,
  found: ReadonlyMap<string, string>,
): Promise<readonly ConvertedFile[]> {
  const known = new Set(before.files.map(({ blob }) => blob));
  const files = new Map([...found].filter(([blob]) => !known.has(blob)));
  const converted = await convertFiles(mirror, { into: mirror.directory, files });
  const objects: NewObject[] = converted.map(pointerObject);
  const [sample = ''] = files.keys();
  await writeObjects(mirror, { objects }, { sample, doing: rewriting });
  return converted;
}

async function rewriteCommits(
  mirror: MirrorOptions,
  options: {
    readonly oids: readonly string[];
    readonly trees: ReadonlyMap<string, string>;
    readonly work: Rewriting;
  },
): Promise<void> {
  const { oids, trees, work } = options;
  await readObjects({
    ...mirror,
    oids,
    onObject({ oid, content }) {
      const changed = rewriteCommit(
        content.toString('latin1'),
        (parent) => work.rewritten.get(parent) ?? parent,
        (tree) => trees.get(tree) ?? tree,
      );
      if (changed !== null) noteRewritten(work, oid, 'commit', changed);
    },
  });
}
