import type { EventOf } from '../../ports/records/events.ts';
import type { ListingInParts } from './pull-request-listing.ts';
import { type RepositoryScan, unreadConversations } from './repository-scan.ts';

/** Bitbucket's largest page of pull requests. */
const pageLength = 50;

/** Its largest page of comments. */
const commentsPageLength = 100;

export type ScanCost = Pick<
  EventOf<'deep-look-planned'>,
  'pullRequests' | 'requests' | 'accuracy' | 'isUnlimited'
>;

/** Returns what is left to be asked about these repositories. Pure. */
export function scanCost(options: {
  scans: readonly RepositoryScan[];
  /** Of those whose first page was read. */
  listings: ReadonlyMap<RepositoryScan, ListingInParts>;
  withPeople: boolean;
}): ScanCost {
  const { scans, listings, withPeople } = options;
  const costs = scans.map((scan) => costOfOne(scan, listings.get(scan), withPeople));
  const requests = costs.reduce((sum, cost) => sum + cost.requests, 0);
  if (costs.some(({ accuracy }) => accuracy === 'at-least')) {
    return { pullRequests: null, requests, accuracy: 'at-least' };
  }
  const pullRequests = costs.reduce((sum, cost) => sum + (cost.pullRequests ?? 0), 0);
  const isGuessed = costs.some(({ accuracy }) => accuracy === 'about');
  return { pullRequests, requests, accuracy: isGuessed ? 'about' : 'exact' };
}

function costOfOne(
  scan: RepositoryScan,
  listing: ListingInParts | undefined,
  withPeople: boolean,
): ScanCost {
  const attributes = attributeRequests(scan);
  if (scan.listed !== null) {
    const unread = withPeople ? unreadConversations(scan) : [];
    const requests = attributes + commentPages(unread);
    const isGuessed = unread.some(({ commentCount }) => commentCount === null);
    const accuracy = isGuessed ? 'about' : 'exact';
    return { pullRequests: pullRequestsOf(scan), requests, accuracy };
  }
  if (listing === undefined) {
    return { pullRequests: null, requests: attributes + 1, accuracy: 'at-least' };
  }
  const { seen, total, withComments } = listing;
  const left = Math.max(0, (total ?? seen) - seen);
  const pages = attributes + Math.ceil(left / pageLength);
  const pullRequests = seen + left;
  if (total === null) return { pullRequests: null, requests: pages, accuracy: 'at-least' };
  if (!withPeople) return { pullRequests, requests: pages, accuracy: 'exact' };
  // The rest is taken to be like the first page.
  const share = seen === 0 ? 0 : withComments / seen;
  const requests = pages + withComments + Math.ceil(share * left);
  return { pullRequests, requests, accuracy: 'about' };
}

/** Where nobody knows how many there are, they are taken to fit one page. */
function commentPages(conversations: readonly { readonly commentCount: number | null }[]): number {
  return conversations.reduce(
    (sum, { commentCount }) => sum + Math.ceil((commentCount ?? 1) / commentsPageLength),
    0,
  );
}

export function pullRequestsOf({ listed }: RepositoryScan): number {
  const { open = 0, merged = 0, declined = 0, superseded = 0 } = listed?.counts ?? {};
  return open + merged + declined + superseded;
}

/** A branch whose name has a slash is asked for its commit first. */
function attributeRequests({ usesLfs, repository }: RepositoryScan): number {
  if (usesLfs !== null) return 0;
  return repository.defaultBranch?.includes('/') === true ? 2 : 1;
}
