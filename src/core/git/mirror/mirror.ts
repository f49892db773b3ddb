import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from '../../ports/records/events.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { isRepository } from '../errors/damaged-mirror.ts';
import { gitFailure, isDamaged } from '../errors/git-errors.ts';
import type { GitOutcome } from '../errors/git-output.ts';
import type { Refs } from '../formats/refs.ts';
import { progressReader } from '../process/git-progress.ts';
import { type MirrorOptions, walkAll } from '../process/mirror-command.ts';
import type { OpenAccess } from '../process/open-access.ts';
import { confirmEmpty, listLocalRefs } from './refs.ts';

interface FetchMirror extends MirrorOptions {
  readonly access: GitAccess;
  /** Absolute; its parents are created. A sound mirror that is there is updated, anything else is removed. */
  readonly directory: string;
  /** Commits of history a ref, or `null` for all of it. cutHistory() then turns the shallow mirror into a repository. */
  readonly depth: number | null;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Creates or updates a bare copy with the branches and tags of a repository, and no other refs. A new copy is one
 * `clone`, which unlike `fetch` need not walk all objects a second time; one of an earlier run is checked and updated.
 * @returns the refs; none of an empty repository
 * @throws MigratorError as git's failure says; nothing half done ever counts as done
 */
export async function fetchMirror(options: FetchMirror): Promise<{ readonly refs: Refs }> {
  const { git, signal } = options;
  const access = await git.open(options.access);
  try {
    if (!(await canBeUpdated(options)) || !(await update(options, access))) {
      await clone(options, access);
    }
    const refs = await listLocalRefs(options);
    if (refs.size === 0) await confirmEmpty({ git, access, signal });
    return { refs };
  } finally {
    await access.close();
  }
}

async function clone(options: FetchMirror, access: OpenAccess): Promise<void> {
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
    onStderr: onProgress && progressReader(onProgress),
  });
  throwIfFailed(outcome, access);
}

/** @returns `false` if the mirror turns out to be damaged */
async function update(options: FetchMirror, access: OpenAccess): Promise<boolean> {
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
    onStderr: onProgress && progressReader(onProgress),
  });
  if (outcome.exitCode !== 0 && isDamaged(outcome.stderr)) return false;
  throwIfFailed(outcome, access);
  return (await walkAll(options)).exitCode === 0;
}

/**
 * Tells whether the folder holds a mirror worth an update. With a depth that is only one that has not been cut yet: the
 * host knows no commit of a cut one and would send everything again.
 */
async function canBeUpdated({ directory, depth }: FetchMirror): Promise<boolean> {
  if (!(await isRepository(directory))) return false;
  const names = await readdir(directory);
  if (names.some((name) => name.endsWith('.lock'))) return false;
  return (depth !== null) === names.includes('shallow');
}

function depthArguments(depth: number | null): string[] {
  return depth === null ? [] : [`--depth=${depth}`];
}

function throwIfFailed(outcome: GitOutcome, access: OpenAccess): void {
  if (outcome.exitCode === 0) return;
  throw gitFailure(outcome, { doing: 'Fetching', subject: access.url });
}

/**
 * Short name of the branch that the host's HEAD named when the mirror was created; `null` if it named none that is there.
 * `clone` writes what the host advertises, so that no request is needed.
 */
export async function readHeadBranch(directory: string, refs: Refs): Promise<string | null> {
  const head = await readFile(join(directory, 'HEAD'), 'utf8');
  const match = /^ref: (refs\/heads\/(.+))\n$/.exec(head);
  if (match?.[1] === undefined || match[2] === undefined || !refs.has(match[1])) return null;
  return match[2];
}
