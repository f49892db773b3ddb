import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  createBareRepository,
  currentBranch,
  importRepository,
  readHead,
  setHead,
} from '../../git/bare-repository.ts';
import type { GitTools } from '../../git/git-tools.ts';
import { openObjectStore } from '../../lfs/object-store.ts';
import { bitbucketTime, stableUuid } from '../accounts/identities.ts';
import type { BitbucketPullRequest } from '../pull-requests/pull-request-records.ts';
import type { BitbucketProject, BitbucketRepository, GitData } from '../records.ts';

export interface AddBitbucketRepository {
  readonly slug: string;
  readonly name?: string;
  readonly description?: string;
  /** True if left out. */
  readonly isPrivate?: boolean;
  readonly project?: { readonly key: string; readonly name: string };
  /** A repository on this machine whose branches, tags and LFS objects are copied. */
  readonly from?: string;
  /** HEAD of `from` if left out, else `main`. */
  readonly mainBranch?: string;
  /** The slug of the repository that it was forked from. */
  readonly parent?: string;
  readonly language?: string;
  readonly website?: string;
  readonly forkPolicy?: BitbucketRepository['forkPolicy'];
  readonly createdOn?: Date;
  readonly updatedOn?: Date;
  /** Listed only: no Git data is made, so that thousands cost nothing. */
  readonly declared?: { readonly sizeBytes: number; readonly empty?: boolean };
}

/** Describes what only the host itself may change or know. */
export interface FilledRepository extends BitbucketRepository {
  readonly pullRequests: BitbucketPullRequest[];
}

/** A repository with its Git data and LFS objects in a folder of its own. */
export async function makeRecord(options: {
  tools: GitTools;
  added: AddBitbucketRepository;
  project: BitbucketProject;
  place: string;
}): Promise<Omit<FilledRepository, 'added'>> {
  const { added, place, project } = options;
  const lfs = openObjectStore(join(place, 'lfs'));
  const git = await makeGitData(options.tools, added, join(place, 'git'));
  if (added.from !== undefined) {
    const inside = join(added.from, '.git');
    const source = existsSync(inside) ? inside : added.from;
    await lfs.importFrom(join(source, 'lfs', 'objects'));
  }
  const createdOn = added.createdOn ?? new Date('2021-03-04T09:10:11.123Z');
  return {
    uuid: stableUuid(`repository ${added.slug} ${basename(place)}`),
    slug: added.slug,
    name: added.name ?? added.slug,
    description: added.description ?? '',
    isPrivate: added.isPrivate ?? true,
    project,
    mainBranch: added.mainBranch ?? (git.kind === 'stored' ? readHead(git.directory) : 'main'),
    parent: added.parent ?? null,
    language: added.language ?? '',
    website: added.website ?? null,
    forkPolicy: added.forkPolicy ?? 'no_public_forks',
    createdOn: bitbucketTime(createdOn),
    updatedOn: bitbucketTime(added.updatedOn ?? createdOn),
    git,
    lfs,
    pullRequests: [],
  };
}

async function makeGitData(
  tools: GitTools,
  added: AddBitbucketRepository,
  directory: string,
): Promise<GitData> {
  if (added.declared !== undefined) {
    const { sizeBytes, empty = false } = added.declared;
    return { kind: 'declared', sizeBytes, empty };
  }
  createBareRepository(directory, added.mainBranch);
  if (added.from === undefined) return { kind: 'stored', directory };
  await importRepository(tools, directory, added.from);
  if (added.mainBranch === undefined) {
    setHead(directory, (await currentBranch(tools, added.from)) ?? 'main');
  }
  return { kind: 'stored', directory };
}
