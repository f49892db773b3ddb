import { type BitbucketPlace, pullAddress } from '../bitbucket/pages/place.ts';
import type { BitbucketPullRequest } from '../bitbucket/pull-requests/pull-request-records.ts';
import { findMigrated } from './find-migrated.ts';
import { type BothHosts, sourcePages } from './hosts.ts';

/**
 * Addresses of pages that show a migrated pull request next to its original, by the slug of the source: of each repository the
 * one that shows most, and first the repository whose one shows most of all.
 */
export function tellingPulls(hosts: BothHosts, besideUrl: string): ReadonlyMap<string, string> {
  const pages = sourcePages(hosts);
  const found = hosts.bitbucket.repositories.flatMap((repository) => {
    const place: BitbucketPlace = { ...pages, repository };
    const best = repository.pullRequests
      .filter((pull) => findMigrated(hosts.github, place, pull) !== null)
      .map((pull) => ({ pull, shows: showsOf(pull) }))
      .reduce<Shown | null>((so, one) => (so === null || one.shows > so.shows ? one : so), null);
    if (best === null) return [];
    const { pathname } = new URL(pullAddress(place, best.pull.number));
    return [{ slug: repository.slug, address: `${besideUrl}${pathname}`, shows: best.shows }];
  });
  const ordered = found.toSorted((one, other) => other.shows - one.shows);
  return new Map(ordered.map(({ slug, address }) => [slug, address]));
}

interface Shown {
  readonly pull: BitbucketPullRequest;
  readonly shows: number;
}

/** Threads on lines say most, then other comments, a merge and verdicts. */
function showsOf(pull: BitbucketPullRequest): number {
  const { comments } = pull.conversation();
  const onLines = comments.filter(({ inline }) => inline !== null).length;
  const verdicts = pull.participants.filter(({ state }) => state !== null).length;
  return 3 * onLines + comments.length + verdicts + (pull.state === 'MERGED' ? 5 : 0);
}
