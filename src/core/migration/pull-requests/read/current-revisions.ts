import type { PullRequestPage } from '../../../ports/pull-request-source.ts';
import type { ReadCache } from './read-cache.ts';
import type { Snapshot } from './snapshot.ts';

/** What the list tells of pull requests, by number. */
export type Revisions = ReadonlyMap<number, string>;

const key = 'revisions';
/** Ten requests or fewer on either host. */
const shortList = 500;
/** A long list costs as much as what it saves where a run is killed every few minutes. */
const longListAge = 3_600_000;

/**
 * What the list tells of every pull request now. The list of this run is as good as new; one of an earlier run is compared
 * with the source again, a long one once an hour, and only where something is kept that depends on it.
 */
export async function currentRevisions(options: {
  snapshot: Snapshot;
  cache: ReadCache;
  list: () => AsyncIterable<PullRequestPage>;
}): Promise<Revisions> {
  const { snapshot, cache } = options;
  if (snapshot.isNew || (await cache.isEmpty())) {
    await keep(cache, snapshot.revisions);
    return snapshot.revisions;
  }
  if (snapshot.numbers.length > shortList) {
    const kept = await cache.read(key, { maxAge: longListAge });
    if (kept !== null) return new Map(kept as [number, string][]);
  }
  const revisions = new Map<number, string>();
  for await (const { pullRequests } of options.list()) {
    for (const { number, revision } of pullRequests) {
      if (revision !== undefined) revisions.set(number, revision);
    }
  }
  await keep(cache, revisions);
  return revisions;
}

async function keep(cache: ReadCache, revisions: Revisions): Promise<void> {
  await cache.write(key, [...revisions]);
}
