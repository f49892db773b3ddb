import { join } from 'node:path';
import { openObjectStore } from '../../lfs/object-store.ts';
import type { GithubRepository } from '../records.ts';
import { githubTime } from '../rest/github-time.ts';
import { makeSettings } from '../settings/records.ts';
import { createTracker } from '../tracker/tracker.ts';

/** Everything that may be given when a repository is made; names are normalised before. */
export type NewGithubRepository = Pick<GithubRepository, 'name' | 'owner' | 'creator'> &
  Partial<
    Pick<
      GithubRepository,
      | 'description'
      | 'homepage'
      | 'private'
      | 'internal'
      | 'hasIssues'
      | 'pullRequestPolicy'
      | 'hasProjects'
      | 'hasWiki'
      | 'allowMergeCommit'
      | 'allowSquashMerge'
      | 'allowRebaseMerge'
      | 'deleteBranchOnMerge'
    >
  >;

export function makeRepository(
  wanted: NewGithubRepository,
  options: { id: number; folder: string; now: () => number },
): GithubRepository {
  const createdAt = githubTime(options.now());
  const place = join(options.folder, String(options.id));
  const tracker = createTracker();
  return {
    description: null,
    homepage: null,
    private: false,
    internal: false,
    hasIssues: true,
    pullRequestPolicy: 'all',
    hasProjects: true,
    hasWiki: true,
    allowMergeCommit: true,
    allowSquashMerge: true,
    allowRebaseMerge: true,
    deleteBranchOnMerge: false,
    ...wanted,
    id: options.id,
    archived: false,
    topics: [],
    actionsEnabled: true,
    createdAt,
    updatedAt: createdAt,
    directory: join(place, 'git'),
    size: null,
    lfs: openObjectStore(join(place, 'lfs')),
    locks: [],
    tracker,
    settings: makeSettings(),
    issues: tracker.issues,
    pulls: tracker.pulls,
  };
}
