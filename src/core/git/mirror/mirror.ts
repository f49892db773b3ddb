import { access as accessible, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from '../../ports/events.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { isRepository } from '../errors/damaged-mirror.ts';
import { gitFailure, isDamaged } from '../errors/git-errors.ts';
import { progressReader } from '../process/git-progress.ts';
import type { GitTool, OpenAccess } from '../process/git-tool.ts';
import type { GitOutcome } from '../process/spawn-git.ts';
import { confirmEmpty, listLocalRefs, type Refs } from './refs.ts';

export interface FetchMirror {
  readonly git: GitTool;
  readonly access: GitAccess;
  /** Absolute; its parents are made. What lies there is used again if it is a sound mirror, else removed. */
  readonly directory: string;
  /** Commits of history a ref, or `null` for all of it. The cut is then made by cutHistory(). */
  readonly depth: number | null;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Mirror {
  readonly refs: Refs;
}

/**
 * Brings a bare copy with the branches and tags of a repository, and no other refs, to what the host has now.
 * A new copy is one `clone`, which unlike `fetch` need not walk all objects a second time; a folder of an earlier
 * run is checked and only brought up to date. An empty repository gives no refs.
 * @throws MigratorError as git's failure says; nothing half done is ever taken for done
 */
export async function fetchMirror(options: FetchMirror): Promise<Mirror> {
  const { git, directory, signal } = options;
  const access = await git.open(options.access);
  let refs: Refs;
  try {
    if (!(await canBeUpdated(options)) || !(await updated(options, access))) {
      await cloned(options, access);
    }
    refs = await listLocalRefs({ git, directory, ...(signal === undefined ? {} : { signal }) });
    if (refs.size === 0) await confirmEmpty({ git, access, signal });
  } finally {
    await access.close();
  }
  return { refs };
}

async function cloned(options: FetchMirror, access: OpenAccess): Promise<void> {
  const { git, directory, depth, signal, onProgress } = options;
  await rm(directory, { recursive: true, force: true });
  await mkdir(dirname(directory), { recursive: true });
  const outcome = await git.run({
    args: [
      'clone',
      '--bare',
      '--template=',
      '--no-single-branch',
      '--progress',
      ...depthArguments(depth),
      '--',
      access.url,
      directory,
    ],
    repository: null,
    access,
    signal,
    ...(onProgress === undefined ? {} : { onStderr: progressReader(onProgress) }),
  });
  throwIfFailed(outcome, access);
}

/** Brings an existing mirror up to date. `false` if it turns out to be damaged. */
async function updated(options: FetchMirror, access: OpenAccess): Promise<boolean> {
  const { git, directory, depth, signal, onProgress } = options;
  const outcome = await git.run({
    args: [
      'fetch',
      '--prune',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--no-show-forced-updates',
      '--update-head-ok',
      '--progress',
      ...depthArguments(depth),
      '--',
      access.url,
      '+refs/heads/*:refs/heads/*',
      '+refs/tags/*:refs/tags/*',
    ],
    repository: directory,
    access,
    signal,
    ...(onProgress === undefined ? {} : { onStderr: progressReader(onProgress) }),
  });
  if (outcome.exitCode !== 0 && isDamaged(outcome.stderr)) return false;
  throwIfFailed(outcome, access);
  const walk = await git.run({
    args: ['rev-list', '--objects', '--all', '--quiet'],
    repository: directory,
    signal,
  });
  return walk.exitCode === 0;
}

/**
 * Whether what lies in the folder is worth an update. With a depth only a copy that has not been cut yet is: of a
 * cut one the host knows no commit, so that it would send everything again.
 */
async function canBeUpdated({ directory, depth }: FetchMirror): Promise<boolean> {
  if (!(await isRepository(directory))) return false;
  const names = await readdir(directory);
  if (names.some((name) => name.endsWith('.lock'))) return false;
  return (depth !== null) === (await isThere(join(directory, 'shallow')));
}

function depthArguments(depth: number | null): string[] {
  return depth === null ? [] : [`--depth=${depth}`];
}

function throwIfFailed(outcome: GitOutcome, access: OpenAccess): void {
  if (outcome.exitCode === 0) return;
  throw gitFailure(outcome, { doing: 'Fetching', subject: access.url });
}

/**
 * Short name of the branch that the host's HEAD named when the mirror was made; `null` if it named none that is there.
 * `clone` writes what the host advertises, so that no request is needed.
 */
export async function readHeadBranch(directory: string, refs: Refs): Promise<string | null> {
  const head = await readFile(join(directory, 'HEAD'), 'utf8');
  const match = /^ref: (refs\/heads\/(.+))\n$/.exec(head);
  if (match?.[1] === undefined || match[2] === undefined || !refs.has(match[1])) return null;
  return match[2];
}

function isThere(path: string): Promise<boolean> {
  return accessible(path).then(
    () => true,
    () => false,
  );
}
