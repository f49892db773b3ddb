import { interrupted } from '../../kernel/errors.ts';
import type { PullRequestSource } from '../../ports/pull-request-source.ts';
import { cachedSource, currentRevisions, type MaxAge } from './cached-source.ts';
import { openReadCache, type ReadCache } from './read-cache.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/** Where a repository's pull requests are read, and where what was read is kept. */
export interface ReadPlace {
  readonly source: PullRequestSource;
  readonly sourceName: { readonly workspace: string; readonly slug: string };
  /** Of the mirror: list and cache lie beside it. */
  readonly directory: string;
  now(): number;
  isDraining(): boolean;
}

/** A repository's list of pull requests, and a source of which nothing is read again that was read before. */
export interface Reading {
  /** The caller closes it. */
  readonly snapshot: Snapshot;
  readonly cache: ReadCache;
  readonly source: PullRequestSource;
  readonly revisions: ReadonlyMap<number, string>;
}

/**
 * Reads the list, or takes that of an earlier run.
 * @param options.maxAge as for `cachedSource`
 * @throws what the source's list does, `interrupted` while draining
 */
export async function openReading(
  place: ReadPlace,
  options: {
    signal: AbortSignal;
    onProgress: (done: number, total: number | null) => void;
    maxAge?: MaxAge | undefined;
  },
): Promise<Reading> {
  const { source, sourceName, directory, now } = place;
  const request = { ...sourceName, signal: options.signal };
  const snapshot = await takeSnapshot({
    path: `${directory}.pull-requests`,
    list: () => source.list(request),
    onProgress(done, total) {
      options.onProgress(done, total);
      if (place.isDraining()) throw interrupted();
    },
  });
  try {
    const cache = openReadCache({ folder: `${directory}.read`, now });
    const list = () => source.list({ ...request, toCompare: true });
    const revisions = await currentRevisions({ snapshot, cache, list });
    const revisionOf = (number: number) => revisions.get(number);
    const { maxAge } = options;
    const kept = cachedSource({ source, cache, revisionOf, maxAge });
    return { snapshot, cache, source: kept, revisions };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
