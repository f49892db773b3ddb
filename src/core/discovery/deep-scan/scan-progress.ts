import type { Clock } from '../../kernel/clock.ts';
import type { Emit } from '../../ports/records/events.ts';
import { sourceTraits } from '../../ports/records/source-traits.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import { progressInterval } from '../scan-each.ts';
import type { ListingInParts } from './pull-request-listing.ts';
import { isComplete, type RepositoryScan, unreadConversations } from './repository-scan.ts';
import { pullRequestsOf, scanCost } from './scan-cost.ts';

/** Reports what a deep scan takes and how far it is. */
export type ScanProgress = ReturnType<typeof createScanProgress>;

export function createScanProgress(options: {
  looks: readonly RepositoryScan[];
  listings: ReadonlyMap<RepositoryScan, ListingInParts>;
  withPeople: boolean;
  clock: Clock;
  emit: Emit;
  source: Pick<SourceHost, 'kind'>;
}) {
  const { source, looks, listings, withPeople, clock, emit } = options;
  let last = clock.now();

  function tell(): void {
    last = clock.now();
    const listed = looks.reduce((sum, look) => sum + pullRequestsOf(look), 0);
    const partly = [...listings.values()].reduce((sum, { seen }) => sum + seen, 0);
    const read = looks.reduce((sum, { conversations }) => sum + conversations.size, 0);
    const unread = looks.reduce((sum, look) => sum + unreadConversations(look).length, 0);
    emit({
      type: 'deep-look-progress',
      looked: looks.filter((look) => isComplete(look, withPeople)).length,
      repositories: looks.length,
      pullRequests: listed + partly,
      conversations: withPeople ? { read, total: read + unread } : null,
    });
  }
  return {
    /** @param open those that still need requests */
    plan(open: readonly RepositoryScan[]): void {
      emit({
        type: 'deep-look-planned',
        repositories: looks.length,
        known: looks.length - open.length,
        ...scanCost({ looks: open, listings, withPeople }),
        ...(sourceTraits[source.kind].isUnlimited ? { isUnlimited: true } : {}),
      });
    },
    tell,
    /** Unless it was called a moment ago. */
    tellNowAndThen(): void {
      if (clock.now() - last >= progressInterval) tell();
    },
  };
}
