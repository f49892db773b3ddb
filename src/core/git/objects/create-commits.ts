import { damagedMirror, onMirror } from '../errors/damaged-mirror.ts';
import { gitFailure } from '../errors/git-errors.ts';
import { isFullHash, nullHash } from '../history/hashes.ts';
import { readCommits } from '../history/read-commits.ts';
import type { GitTool } from '../process/git-tool.ts';
import { ownIdentity } from '../process/own-identity.ts';

export interface NewCommit {
  readonly tree: NewTree;
  /** Full hashes, or the places of commits that come earlier in the same list. */
  readonly parents: readonly (string | number)[];
  readonly message: string;
  /** Milliseconds since 1970. The same commit with the same date has the same hash, whenever it is made. */
  readonly date: number;
}

type NewTree =
  /** The files of a commit, but for some paths (a file, or a folder with all that is in it). */
  | { readonly of: string; readonly without?: readonly string[] }
  | { readonly files: readonly { readonly path: string; readonly content: string }[] };

export interface MakeCommits {
  readonly git: GitTool;
  /** The bare mirror. */
  readonly directory: string;
  readonly commits: readonly NewCommit[];
  readonly signal?: AbortSignal;
}

/** Holds nothing after the process has ended. */
const scratch = 'refs/migrator/scratch';

/**
 * Makes commits in the mirror, all by one git-fast-import(1) and without files on the disk. No ref names them.
 * @returns their hashes, in the order of `commits`
 * @throws what isDamagedMirror() knows, also where a commit that is named is not there
 */
export function makeCommits(options: MakeCommits): Promise<readonly string[]> {
  return onMirror(options, () => made(options));
}

async function made(options: MakeCommits): Promise<readonly string[]> {
  const { git, directory, commits, signal } = options;
  if (commits.length === 0) return [];
  const trees = await treesOf(options);
  // All at once, so that what cannot be written is known before git is started.
  const commands = allCommands(commits, trees);
  const outcome = await git.stream({
    args: ['fast-import', '--quiet', '--force', '--done', '--date-format=raw'],
    repository: directory,
    input: commands,
    signal,
  });
  const hashes = outcome.stdout.split('\n').filter((line) => line !== '');
  if (outcome.exitCode === 0 && hashes.length === commits.length && hashes.every(isFullHash)) {
    return hashes;
  }
  throw gitFailure(outcome, { doing: 'Making commits in', subject: 'the local mirror' });
}

/** The trees of all commits that are named. */
async function treesOf(options: MakeCommits): Promise<ReadonlyMap<string, string>> {
  const { git, directory, commits, signal } = options;
  const hashes = commits.flatMap(({ tree, parents }) => [
    ...('of' in tree ? [tree.of] : []),
    ...parents.filter((parent) => typeof parent === 'string'),
  ]);
  if (!hashes.every(isFullHash)) throw new TypeError('a commit is not named by its full hash');
  const cancellable = signal === undefined ? {} : { signal };
  const records = await readCommits({ git, directory, hashes, ...cancellable });
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
  const by = `${ownIdentity} ${Math.floor(date / 1000)} +0000`;
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
  throw new TypeError('a parent is no earlier commit');
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
    throw new TypeError('a path that no tree can have');
  }
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
