import type { TimedEvent } from '../../ports/records/events.ts';
import type { ExpectedWork } from '../../ports/records/run-results.ts';
import { pendingView, type RepositoryView } from './repository-view.ts';

/** Returns the latest expectation of each repository, from the starts of all runs of a migration. Pure. */
export function expectedWork(events: readonly TimedEvent[]): ReadonlyMap<string, ExpectedWork> {
  const expected = new Map<string, ExpectedWork>();
  for (const event of events) {
    if (event.type !== 'run-started' || event.kind === 'sync') continue;
    for (const { source, target: _, ...work } of event.repositories) expected.set(source, work);
  }
  return expected;
}

/** Returns a repository before its work. Pure. */
export function expectedView({
  pullRequests: expected = null,
  steps: stepCount,
  ...known
}: Pick<RepositoryView, 'source' | 'target'> & ExpectedWork): RepositoryView {
  const { source, target, sizeBytes = null, requests = null } = known;
  return pendingView({ source, target, sizeBytes, requests, expected, stepCount });
}
