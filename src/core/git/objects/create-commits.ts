import { damagedMirror } from '../errors/damaged-mirror.ts';
import { isFullHash, nullHash } from '../formats/hashes.ts';
import { readCommits } from '../history/read-commits.ts';
import type { MirrorOptions } from '../process/mirror-command.ts';
import { fastImport, ownSignature } from './fast-import.ts';

export interface NewCommit {
  readonly tree: NewTree;
  /** Full hashes, or the places of commits that come earlier in the same list. */
  readonly parents: readonly (string | number)[];
  readonly message: string;
  /** Milliseconds since 1970. The same commit with the same date has the same hash, whenever it is created. */
  readonly date: number;
}

type NewTree =
  /** The files of a commit, but for some paths (a file, or a folder with all that is in it). */
  | { readonly of: string; readonly without?: readonly string[] }
  | { readonly files: readonly { readonly path: string; readonly content: string }[] };

interface CreateCommits extends MirrorOptions {
  readonly commits: readonly NewCommit[];
}

/** Empty after the process has ended. */
const scratch = 'refs/migrator/scratch';

/**
 * Creates commits in the mirror, all by one git-fast-import(1) and without files on the disk. No ref names them.
 * @returns their hashes, in the order of `commits`
 * @throws what isDamagedMirror() knows, also where a commit that is named is not there
 */
export async function createCommits(options: CreateCommits): Promise<readonly string[]> {
  const { commits } = options;
  if (commits.length === 0) return [];
  // All at once: what cannot be written fails before git starts.
  const input = allCommands(commits, await treesOf(options));
  return fastImport(options, { input, doing: 'Creating commits in', hashes: commits.length });
}

/** The trees of all commits that are named. */
async function treesOf(options: CreateCommits): Promise<ReadonlyMap<string, string>> {
  const hashes = options.commits.flatMap(({ tree, parents }) => [
    ...('of' in tree ? [tree.of] : []),
    ...parents.filter((parent) => typeof parent === 'string'),
  ]);
  if (!hashes.every(isFullHash)) throw new TypeError('a commit is not named by its full hash');
  const records = await readCommits({ ...options, hashes });
  const lost = hashes.find((hash) => !records.has(hash));
  if (lost !== undefined) throw damagedMirror({ detail: `commit ${lost} is missing` });
  return new Map([...records].map(([hash, { tree }]) => [hash, tree]));
}

function allCommands(commits: readonly NewCommit[], trees: ReadonlyMap<string, string>): string {
  const [sample = ''] = trees.values();
  return [
    'feature get-mark\n',
    ...commits.map((commit, index) => oneCommit(commit, index, trees)),
    `reset ${scratch}\nfrom ${nullHash(sample)}\n\ndone\n`,
  ].join('');
}

function oneCommit(commit: NewCommit, index: number, trees: ReadonlyMap<string, string>): string {
  const { tree, parents, message, date } = commit;
  const by = ownSignature(date);
  const lines = [
    // Otherwise the commit before would be a parent.
    `reset ${scratch}`,
    `commit ${scratch}`,
    `mark :${index + 1}`,
    `author ${by}`,
    `committer ${by}`,
    data(message.replaceAll('\0', '')),
    ...parents.map((parent, place) => `${place === 0 ? 'from' : 'merge'} ${named(parent, index)}`),
    'deleteall',
    ...changes(tree, trees),
    '',
    `get-mark :${index + 1}`,
  ];
  return `${lines.join('\n')}\n`;
}

function named(parent: string | number, index: number): string {
  if (typeof parent === 'string') return parent;
  if (parent >= 0 && parent < index) return `:${parent + 1}`;
  throw new TypeError('a parent is not an earlier commit');
}

function changes(tree: NewTree, trees: ReadonlyMap<string, string>): string[] {
  if ('files' in tree) {
    return tree.files.flatMap(({ path, content }) => [
      `M 100644 inline ${quoted(path)}`,
      data(content),
    ]);
  }
  return [
    `M 040000 ${trees.get(tree.of)} ""`,
    ...(tree.without ?? []).map((path) => `D ${quoted(path)}`),
  ];
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

/** As git quotes names; what could not be in a tree is refused before git sees it. */
function quoted(path: string): string {
  if (path.split('/').some((name) => /^(?:|\.|\.\.|\.git)$/i.test(name)) || path.includes('\0')) {
    throw new TypeError('not a valid tree path');
  }
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
