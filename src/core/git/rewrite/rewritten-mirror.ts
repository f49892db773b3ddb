import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from '../../ports/records/events.ts';
import { isRepository } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import { decodeName } from '../formats/ref-listing.ts';
import type { Refs } from '../formats/refs.ts';
import { findMissing } from '../objects/find-missing.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import { checkRewrite } from './check-rewrite.ts';
import { type CommitMap, commitMapOf } from './commit-map.ts';
import type { ConvertedFile } from './convert-files.ts';
import { type EarlierRewrite, rewriteHistory } from './rewrite-history.ts';
import { readRewriteRecord, saveRewriteRecord } from './rewrite-record.ts';
import { rewriting } from './rewrite-trees.ts';

interface RewriteMirror extends MirrorOptions {
  /** The copy. Its parents are there. */
  readonly into: string;
  /** Size limit in bytes; larger files move to LFS. */
  readonly limit: number;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

export interface RewrittenMirror {
  /** Branches and tags of the copy. */
  readonly refs: Refs;
  readonly commits: CommitMap;
  readonly files: readonly ConvertedFile[];
  readonly lostSignatures: { readonly commits: number; readonly tags: number };
}

/**
 * Makes a copy of a mirror in which large files are LFS objects, or brings one up to date: the same history always gets the same
 * hashes, whatever is added to it. The mirror stays as it is. The copy borrows its objects, and its record is written last.
 * @throws `refused` where the history cannot be rewritten; `verification` where the copy is not what it must be
 */
export async function rewriteMirror(options: RewriteMirror): Promise<RewrittenMirror> {
  const { into, limit, onProgress, ...mirror } = options;
  const copy = { ...mirror, directory: into };
  const refs = await listAll(mirror);
  const before = (await findBefore(options, copy)) ?? (await createCopy(options));
  const state = { done: 0, total: null, unit: 'state' } as const;
  onProgress?.({ ...state, what: 'rewriting large files' });
  const history = await rewriteHistory({ ...copy, refs, limit, before });
  await setRefs(copy, history.refs);
  onProgress?.({ ...state, what: 'checking the rewritten history' });
  await checkRewrite(copy, { original: mirror, refs, before, history });
  const tips = [...new Set(refs.values())];
  await saveRewriteRecord(into, limit, { ...history, tips });
  return {
    refs: new Map(
      [...history.refs].flatMap(([name, oid]) =>
        /^refs\/(heads|tags)\//.test(name) ? [[decodeName(name), oid]] : [],
      ),
    ),
    commits: commitMapOf(history.commits),
    files: history.files,
    lostSignatures: history.lostSignatures,
  };
}

/** Reads what the last rewrite into this copy gave; nothing where there is none. */
export async function readRewritten(
  into: string,
  limit: number,
): Promise<Omit<RewrittenMirror, 'refs'>> {
  const { commits, files, lostSignatures } = (await readRewriteRecord(into, limit)) ?? nothing;
  return { commits: commitMapOf(commits), files, lostSignatures };
}

const nothing: EarlierRewrite = {
  tips: [],
  commits: new Map(),
  files: [],
  lostSignatures: { commits: 0, tags: 0 },
};

/** A copy of objects that are gone is made again. */
async function findBefore(
  { into, limit }: RewriteMirror,
  copy: MirrorOptions,
): Promise<EarlierRewrite | null> {
  const before = (await isRepository(into)) ? await readRewriteRecord(into, limit) : null;
  if (before === null) return null;
  const needed = new Set([...before.tips, ...before.commits.values()]);
  return (await findMissing(copy, needed)).size === 0 ? before : null;
}

async function createCopy({
  into,
  git,
  directory,
  signal,
}: RewriteMirror): Promise<EarlierRewrite> {
  await rm(into, { recursive: true, force: true });
  await mkdir(dirname(into), { recursive: true });
  const outcome = await git.run({
    args: ['init', '--quiet', '--bare', '--template=', '--', into],
    repository: null,
    signal,
  });
  if (outcome.exitCode !== 0)
    throw gitFailure(outcome, { doing: rewriting, subject: 'the local mirror' });
  await mkdir(join(into, 'objects', 'info'), { recursive: true });
  await writeFile(join(into, 'objects', 'info', 'alternates'), `${join(directory, 'objects')}\n`);
  await copyFile(join(directory, 'HEAD'), join(into, 'HEAD'));
  return nothing;
}

/** Every ref of a mirror: commits of pull requests have refs of their own. */
async function listAll(mirror: MirrorOptions): Promise<Refs> {
  const refs = new Map<string, string>();
  await runInMirror(mirror, {
    args: ['for-each-ref', '--format=%(objectname) %(refname)'],
    doing: 'Reading refs from',
    onLine: (line) => refs.set(line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))),
  });
  return refs;
}

/** Deletes first: a branch may have become the folder of others. */
async function setRefs(copy: MirrorOptions, refs: Refs): Promise<void> {
  const there = await listAll(copy);
  const gone = [...there.keys()].filter((name) => !refs.has(name));
  const changed = [...refs].filter(([name, oid]) => there.get(name) !== oid);
  for (const commands of [
    gone.map((name) => `delete ${name}\0\0`),
    changed.map(([name, oid]) => `update ${name}\0${oid}\0\0`),
  ]) {
    if (commands.length === 0) continue;
    const args = ['update-ref', '--no-deref', '-z', '--stdin'];
    await runInMirror(copy, {
      args,
      doing: rewriting,
      input: Buffer.from(commands.join(''), 'latin1'),
    });
  }
}
