import type { Clock } from '../../kernel/clock.ts';
import type { Emit } from '../../ports/records/events.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { progressInterval } from '../scan-each.ts';
import type { ListingInParts } from './pull-request-listing.ts';
import { isComplete, type RepositoryScan, unreadConversations } from './repository-scan.ts';
import { pullRequestsOf, scanCost } from './scan-cost.ts';
import { mostRepositories } from './with-addresses.ts';

/** Reports what a deep scan takes and how far it is. */
export type ScanProgress = ReturnType<typeof createScanProgress>;

export function createScanProgress(options: {
  scans: readonly RepositoryScan[];
  listings: ReadonlyMap<RepositoryScan, ListingInParts>;
  withPeople: boolean;
  clock: Clock;
  emit: Emit;
  source: Pick<SourceHost, 'kind' | 'listCommitAuthors'>;
}) {
  const { source, scans, listings, withPeople, clock, emit } = options;
  let last = clock.now();

  function report(): void {
    last = clock.now();
    const listed = scans.reduce((sum, scan) => sum + pullRequestsOf(scan), 0);
    const partly = [...listings.values()].reduce((sum, { seen }) => sum + seen, 0);
    const read = scans.reduce((sum, { conversations }) => sum + conversations.size, 0);
    const unread = scans.reduce((sum, scan) => sum + unreadConversations(scan).length, 0);
    emit({
      type: 'deep-look-progress',
      looked: scans.filter((scan) => isComplete(scan, withPeople)).length,
      repositories: scans.length,
      pullRequests: listed + partly,
      conversations: withPeople ? { read, total: read + unread } : null,
    });
  }
  return {
    /** @param open those that still need requests */
    plan(open: readonly RepositoryScan[]): void {
      const cost = scanCost({ scans: open, listings, withPeople });
      const forAddresses = withPeople && source.listCommitAuthors !== null ? scans.length : 0;
      emit({
        type: 'deep-look-planned',
        repositories: scans.length,
        known: scans.length - open.length,
        ...cost,
        requests: cost.requests + Math.min(forAddresses, mostRepositories),
        ...(sourceTraits[source.kind].isUnlimited ? { isUnlimited: true } : {}),
      });
    },
    report: report,
    /** Unless it was called a moment ago. */
    reportNowAndThen(): void {
      if (clock.now() - last >= progressInterval) report();
    },
  };
}
