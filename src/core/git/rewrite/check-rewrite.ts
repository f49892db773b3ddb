import { createHash } from 'node:crypto';
import { MigratorError } from '../../kernel/errors.ts';
import { lastSentence } from '../errors/git-output.ts';
import { parseLfsPointer } from '../formats/lfs-pointer.ts';
import type { Refs } from '../formats/refs.ts';
import { tagTarget } from '../history/rewrite-commit.ts';
import { readObjects } from '../objects/read-objects.ts';
import { type MirrorOptions, runInMirror } from '../process/mirror-command.ts';
import type { ConvertedFile } from './convert-files.ts';
import type { EarlierRewrite, RewrittenHistory } from './rewrite-history.ts';

interface CheckRewrite {
  /** The mirror that the copy was made of. */
  readonly original: MirrorOptions;
  /** Its refs. */
  readonly refs: Refs;
  readonly before: EarlierRewrite;
  readonly history: RewrittenHistory;
}

/**
 * Compares a rewritten copy with its original: refs, commits but for parents and trees, trees but for pointers and
 * `.gitattributes`, and the objects themselves.
 * @throws `verification` naming the first difference
 */
export async function checkRewrite(copy: MirrorOptions, check: CheckRewrite): Promise<void> {
  const { before, history } = check;
  await checkRefs(copy, check);
  const pairs = [...history.commits].filter(([old]) => !before.commits.has(old));
  if (pairs.length === 0) return;
  await checkPointers(copy, history.files);
  const trees = await checkCommits(copy, pairs, history.commits);
  await checkTrees(copy, trees, history.files);
  await checkObjects(copy, check.original);
}

/** Each ref names what became of its commit, tags by the tags that lead there. */
async function checkRefs(copy: MirrorOptions, { refs, history }: CheckRewrite): Promise<void> {
  const { commits } = history;
  let pairs = new Map([...refs].map(([name, old]) => [old, history.refs.get(name) ?? '']));
  while (pairs.size > 0) {
    const open = [...pairs].filter(([old, now]) => {
      if (commits.has(old) && commits.get(old) !== now) throw differs(`ref to ${old}`);
      return !commits.has(old);
    });
    const next = new Map<string, string>();
    const targets = new Map<string, string>();
    await readObjects({
      ...copy,
      oids: open.flat(),
      onObject({ oid, type, content }) {
        const target = type === 'tag' ? tagTarget(content.toString('latin1')) : null;
        if (target !== null) targets.set(oid, target.object);
      },
    });
    for (const [old, now] of open) {
      const [from, to] = [targets.get(old), targets.get(now)];
      if (from === undefined && old !== now) throw differs(`ref to ${old}`);
      if (from !== undefined) next.set(from, to ?? '');
    }
    pairs = next;
  }
}

async function checkPointers(copy: MirrorOptions, files: readonly ConvertedFile[]): Promise<void> {
  const byPointer = new Map(files.map((file) => [file.pointer, file]));
  await readObjects({
    ...copy,
    oids: [...byPointer.keys()],
    onObject({ oid, content }) {
      const [found, wanted] = [parseLfsPointer(content), byPointer.get(oid)];
      if (found?.oid !== wanted?.oid || found?.size !== wanted?.size)
        throw differs(`pointer ${oid}`);
    },
  });
}

/** @returns new trees by the old ones */
async function checkCommits(
  copy: MirrorOptions,
  pairs: readonly (readonly [old: string, now: string])[],
  commits: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted: { readonly tree: string; readonly rest: string }[] = [];
  const trees = new Map<string, string>();
  await readObjects({
    ...copy,
    oids: pairs.map(([old]) => old),
    onObject: ({ content }) =>
      wanted.push(partsOf(content, (parent) => commits.get(parent) ?? parent)),
  });
  let at = 0;
  await readObjects({
    ...copy,
    oids: pairs.map(([, now]) => now),
    onObject({ oid, content }) {
      const before = wanted[at++];
      const { tree, rest } = partsOf(content, (parent) => parent);
      if (before === undefined || before.rest !== rest) throw differs(`commit ${oid}`);
      if (before.tree !== tree) trees.set(before.tree, tree);
    },
  });
  return trees;
}

/** The tree of a commit, and a digest of everything else but signatures. */
function partsOf(content: Buffer, mapParent: (parent: string) => string) {
  const raw = content.toString('latin1');
  const end = raw.indexOf('\n\n');
  const header = raw.slice(0, end).replace(/\n(?:gpgsig|gpgsig-sha256|mergetag) .*(?:\n .*)*/g, '');
  const tree = /^tree (\S+)/.exec(header)?.[1] ?? '';
  const others = header
    .replace(/^tree \S+/, '')
    .replace(/\nparent (\S+)/g, (_, parent: string) => `\nparent ${mapParent(parent)}`);
  const rest = createHash('sha1').update(others).update(raw.slice(end)).digest('base64');
  return { tree, rest };
}

/** In any folder, also where git quotes its name. */
const isAttributes = /(?:^"?|\/)\.gitattributes"?$/;

/** By git's own comparison. */
async function checkTrees(
  copy: MirrorOptions,
  trees: ReadonlyMap<string, string>,
  files: readonly ConvertedFile[],
): Promise<void> {
  const pointers = new Map(files.map(({ blob, pointer }) => [blob, pointer]));
  await runInMirror(copy, {
    args: ['diff-tree', '-r', '--no-renames', '--stdin'],
    doing: checking,
    lines: [...trees].map(([old, now]) => `${old} ${now}`),
    onLine(line) {
      if (!line.startsWith(':')) return;
      const [place = '', path = ''] = line.split('\t');
      const [before, after, old = '', now, status] = place.slice(1).split(' ');
      if (isAttributes.test(path) && status !== 'D') return;
      if (before !== after || pointers.get(old) !== now) throw differs(`file ${path}`);
    },
  });
}

/** Defects that the original has as well are not of the rewrite. */
async function checkObjects(copy: MirrorOptions, original: MirrorOptions): Promise<void> {
  const { exitCode, stderr } = await fsck(copy);
  if (exitCode === 0) return;
  const known = new Set(defectsOf((await fsck(original)).stderr));
  const other = defectsOf(stderr).find((defect) => !known.has(defect));
  if (((exitCode ?? ~0) & ~inObjects) === 0 && other === undefined) return;
  throw differs(other ?? (lastSentence(stderr) || 'git fsck'));
}

/** Bits of the exit code of `git fsck`: an object is malformed, in a pack or not, and none is missing. */
const inObjects = 1 | 4;

/** Messages of `git fsck` without the names of the objects, which a rewrite changes. Pure. */
function defectsOf(stderr: string): readonly string[] {
  const lines = stderr.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.replace(/\b[0-9a-f]{40,64}\b/g, '').trim());
}

function fsck({ git, directory, signal }: MirrorOptions) {
  const args = ['fsck', '--full', '--no-dangling', '--no-progress'];
  return git.run({ args, repository: directory, signal });
}

function differs(what: string): MigratorError {
  return new MigratorError(
    'verification',
    `The rewritten history does not match the original: ${what}`,
    {
      hint: 'Set large_files: refuse, and report this: the history on Bitbucket is not at fault.',
    },
  );
}

const checking = 'Checking the rewritten history of';
