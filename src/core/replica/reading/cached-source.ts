import type { PullRequestPage, PullRequestSource } from '../../ports/pull-request-source.ts';
import type { Person } from '../../ports/records/person.ts';
import type { SourceConversation } from '../../ports/records/pull-request.ts';
import type { ReadCache } from './read-cache.ts';
import type { Snapshot } from './snapshot.ts';

/** Returns milliseconds for a pull request, by its number. */
export type MaxAge = (number: number) => number;

/**
 * The source's pull requests, of which nothing is read twice that is kept and has not changed by what the list shows.
 * @param options.revisionOf what the list showed of a pull request last; `undefined`: nothing, so that it is read again
 * @param options.maxAge milliseconds after which a pull request is read again although its revision is the same; the cache's limit if left out
 */
export function cachedSource(options: {
  source: PullRequestSource;
  cache: ReadCache;
  revisionOf: (number: number) => string | undefined;
  maxAge?: MaxAge | undefined;
}): PullRequestSource {
  const { source, cache, revisionOf, maxAge } = options;

  /** The digest of an entry proves that this program wrote it, so that its shape is known. */
  async function once<T>(
    key: string,
    ask: () => Promise<T>,
    { revision, ...wanted }: { revision?: string; maxAge?: number } = {},
  ): Promise<T> {
    const asked = { ...wanted, ...(revision !== undefined && { revision }) };
    const kept = (await cache.read(key, asked)) as { value: T } | null;
    if (kept !== null) return kept.value;
    const value = await ask();
    await cache.write(key, { value }, revision);
    return value;
  }

  /** As `once`, for what may change with its pull request. */
  function whileUnchanged<T>(number: number, key: string, ask: () => Promise<T>): Promise<T> {
    const revision = revisionOf(number);
    if (revision === undefined) return ask();
    const wanted = maxAge === undefined ? {} : { maxAge: maxAge(number) };
    return once(key, ask, { revision, ...wanted });
  }

  return {
    ...source,
    conversation: (request) =>
      request.lacksTasks === true
        ? source.conversation(request)
        : whileUnchanged<SourceConversation>(
            request.number,
            keys.conversation(request.number),
            () => source.conversation(request),
          ),
    readPatch: (request) =>
      whileUnchanged<string | null>(request.number, keys.patch(request.number), () =>
        source.readPatch(request),
      ),
    // A commit that comes back is found in the mirror before the source is asked.
    expandCommit: (request) =>
      once(`commit ${request.workspace}/${request.slug} ${request.hash}`, () =>
        source.expandCommit(request),
      ),
    members: (request) =>
      once<readonly Person[]>(`members ${request.workspace}`, () => source.members(request)),
    async readAttachment(request) {
      const key = `attachment ${request.address}`;
      const kept = (await cache.read(key)) as { name: string; base64: string } | null;
      if (kept !== null) {
        const bytes = new Uint8Array(Buffer.from(kept.base64, 'base64'));
        return { kind: 'file', name: kept.name, bytes };
      }
      const read = await source.readAttachment(request);
      if (read.kind === 'file') {
        const base64 = Buffer.from(read.bytes).toString('base64');
        await cache.write(key, { name: read.name, base64 });
      }
      return read;
    },
  };
}

const keys = {
  conversation: (number: number) => `conversation ${number}`,
  patch: (number: number) => `patch ${number}`,
};

/** A pull request that is finished is not read again. */
export async function forgetPullRequest(cache: ReadCache, number: number): Promise<void> {
  for (const keyOf of Object.values(keys)) await cache.forget(keyOf(number));
}

/** Describes what the list shows of pull requests, by number. */
type Revisions = ReadonlyMap<number, string>;

const key = 'revisions';
/** Ten requests or fewer on either host. */
const shortList = 500;
/** A long list costs as much as what it saves where a run is killed every few minutes. */
const longListAge = 3_600_000;

/**
 * Returns the revision of every pull request in the list of now. The list of this run is as good as new; one of an
 * earlier run is compared with the source again, a long one once an hour, and only where something is kept that depends
 * on it.
 */
export async function currentRevisions(options: {
  snapshot: Snapshot;
  cache: ReadCache;
  list: () => AsyncIterable<PullRequestPage>;
}): Promise<Revisions> {
  const { snapshot, cache } = options;
  if (snapshot.isNew || (await cache.isEmpty())) {
    await cache.write(key, [...snapshot.revisions]);
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
  await cache.write(key, [...revisions]);
  return revisions;
}
