import { type BitbucketPlace, pullAddress } from '../bitbucket/pages/place.ts';
import type { BitbucketPullRequest } from '../bitbucket/pull-requests/pull-request-records.ts';
import type { GithubHost } from '../github/host.ts';
import type { GithubRepository } from '../github/records.ts';
import type { GithubPullRequest } from '../github/tracker/records.ts';

export interface Migrated {
  readonly repository: GithubRepository;
  readonly pull: GithubPullRequest;
}

/**
 * Finds what a pull request has become, in the newest repository that has it: its first line links to the original, or an
 * import has kept its number and the time it was opened. `null`: it is not there.
 */
export function findMigrated(
  github: Pick<GithubHost, 'repositories'>,
  place: BitbucketPlace,
  original: BitbucketPullRequest,
): Migrated | null {
  const link = `(${pullAddress(place, original.number)})`;
  for (const repository of github.repositories.toReversed()) {
    const imported = repository.tracker.findPull(original.number);
    const pull =
      repository.pulls.find(({ body }) => firstLine(body).includes(link)) ??
      (imported !== null && isSameTime(imported, original) ? imported : null);
    if (pull !== null) return { repository, pull };
  }
  return null;
}

function firstLine(body: string | null): string {
  return body?.split('\n', 1)[0] ?? '';
}

/** Both hosts keep whole seconds. */
function isSameTime(
  { createdAt }: GithubPullRequest,
  { createdOn }: BitbucketPullRequest,
): boolean {
  return Math.floor(Date.parse(createdAt) / 1000) === Math.floor(+createdOn / 1000);
}
