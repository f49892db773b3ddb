import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type GitTools, runGit } from './git-tools.ts';
import { listRefs } from './list-refs.ts';

/** Made by hand, because `git init` takes ten times as long; at once, so that nobody meets half of it. */
export function createBareRepository(directory: string, head = 'main'): void {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags']) {
    mkdirSync(join(directory, folder), { recursive: true });
  }
  writeFileSync(
    join(directory, 'config'),
    '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n',
  );
  setHead(directory, head);
}

/** The branch that HEAD names, whether it exists or not. */
export function readHead(directory: string): string {
  const head = readFileSync(join(directory, 'HEAD'), 'utf8').trim();
  return head.replace(/^ref: refs\/heads\//, '');
}

/** The branch that is checked out in a repository of the user's, linked worktrees among them; `null` if none is. */
export async function currentBranch(tools: GitTools, repository: string): Promise<string | null> {
  try {
    const name = await runGit(tools, repository, ['symbolic-ref', '--short', 'HEAD']);
    return name.trim();
  } catch {
    return null;
  }
}

/** At once: git takes a folder whose HEAD is half written for no repository. */
export function setHead(directory: string, branch: string): void {
  const draft = join(directory, 'HEAD.new');
  writeFileSync(draft, `ref: refs/heads/${branch}\n`);
  renameSync(draft, join(directory, 'HEAD'));
}

/** Tells whether any branch exists; reads the files, so that long lists stay cheap. */
export function hasBranches(directory: string): boolean {
  if (holdsFile(join(directory, 'refs', 'heads'))) return true;
  const packed = join(directory, 'packed-refs');
  return existsSync(packed) && / refs\/heads\//.test(readFileSync(packed, 'utf8'));
}

function holdsFile(directory: string): boolean {
  return readdirSync(directory, { withFileTypes: true }).some(
    (entry) => !entry.isDirectory() || holdsFile(join(directory, entry.name)),
  );
}

/** Bytes of the Git data. */
export function repositorySize(directory: string): number {
  return folderSize(join(directory, 'objects'));
}

function folderSize(directory: string): number {
  let size = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    size += entry.isDirectory() ? folderSize(path) : statSync(path).size;
  }
  return size;
}

export interface Branch {
  readonly name: string;
  readonly commit: string;
}

/** In the order of their names. */
export async function listBranches(tools: GitTools, directory: string): Promise<Branch[]> {
  const known = listRefs(directory);
  if (known !== null) {
    const heads = 'refs/heads/';
    return [...known]
      .filter(([name]) => name.startsWith(heads))
      .map(([name, commit]) => ({ commit, name: name.slice(heads.length) }));
  }
  const format = '--format=%(objectname) %(refname:lstrip=2)';
  const output = await runGit(tools, directory, ['for-each-ref', format, 'refs/heads']);
  const branches: Branch[] = [];
  for (const line of output.split('\n')) {
    if (line === '') continue;
    branches.push({ commit: line.slice(0, 40), name: line.slice(41) });
  }
  return branches;
}

/** Copies branches and tags of another repository on this machine. */
export async function importRepository(
  tools: GitTools,
  directory: string,
  from: string,
): Promise<void> {
  await runGit(tools, directory, [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--',
    from,
    '+refs/heads/*:refs/heads/*',
    '+refs/tags/*:refs/tags/*',
  ]);
}
