import type { Clock } from '../../kernel/clock.ts';
import type { MigratorError } from '../../kernel/errors.ts';
import type { Emit } from '../../ports/records/events.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import type { SourceHost } from '../../ports/source-host.ts';
import type { SeenPerson } from '../../users/people-file.ts';
import { type Scan, scanEach, scanFailure, throwIfDraining } from '../scan-each.ts';
import { createScanRefusals, type ScanRefusals } from '../scan-refusals.ts';
import { countConversation } from './count-conversation.ts';
import type { DeepRecord, DeepRecords } from './deep-records.ts';
import { type ListingInParts, listInParts } from './pull-request-listing.ts';
import {
  type DeepFacts,
  deepFacts,
  isComplete,
  learn,
  maxAttributesBytes,
  namesLfs,
  newScan,
  peopleSeen,
  type RepositoryScan,
  unreadConversations,
} from './repository-scan.ts';
import { createScanProgress, type ScanProgress } from './scan-progress.ts';
import { withAddresses } from './with-addresses.ts';

export interface DeepScan extends Scan {
  readonly source: SourceHost;
  readonly workspace: string;
  readonly repositories: readonly SourceRepository[];
  /** Reads all comments as well, to know who wrote them. */
  readonly withPeople: boolean;
  readonly records: DeepRecords;
  readonly clock: Clock;
  readonly emit: Emit;
}

export interface DeepScanResult {
  /** By slug; of a refused repository, what could be read. */
  readonly facts: ReadonlyMap<string, DeepFacts>;
  readonly people: readonly SeenPerson[];
  readonly refused: readonly { readonly slug: string; readonly error: MigratorError }[];
}

/**
 * Counts the pull requests of every repository and looks for LFS. Each result is recorded at once, so that an
 * interrupted scan can be resumed.
 * @throws `interrupted`, and what concerns all repositories
 */
export async function deepScan(options: DeepScan): Promise<DeepScanResult> {
  const scans: RepositoryScan[] = [];
  for (const repository of options.repositories) {
    scans.push(newScan(repository, await options.records.read(identity(options, repository))));
  }
  const listings = new Map<RepositoryScan, ListingInParts>();
  const progress = createScanProgress({ ...options, scans: scans, listings });
  const leaving = new AbortController();
  const work: Work = {
    ...options,
    scans,
    listings,
    progress,
    refusals: createScanRefusals(),
    leaving,
    signal: AbortSignal.any([options.signal, leaving.signal]),
  };
  try {
    await scanAll(work);
  } catch (thrown) {
    const complete = scans.filter((scan) => isComplete(scan, options.withPeople)).length;
    throw scanFailure(thrown, {
      message: `Stopped after scanning ${complete} of ${scans.length} repositories`,
      hint: 'The results are saved: run the same command again to continue.',
    });
  }
  const facts = scans.flatMap((scan) => {
    const found = deepFacts(scan);
    return found === null ? [] : [[scan.repository.slug, found] as const];
  });
  const refused = [...work.refusals.refused].map(([scan, error]) => {
    return { slug: scan.repository.slug, error };
  });
  const seen = peopleSeen(scans);
  const people = options.withPeople ? await withAddresses(seen, work) : seen;
  return { facts: new Map(facts), people, refused };
}

interface Work extends DeepScan {
  readonly scans: readonly RepositoryScan[];
  readonly listings: Map<RepositoryScan, ListingInParts>;
  readonly progress: ScanProgress;
  readonly refusals: ScanRefusals<RepositoryScan>;
  /** Ends requests in flight when the scan fails: a listing spans several of its phases. */
  readonly leaving: AbortController;
}

async function scanAll(work: Work): Promise<void> {
  const { scans, withPeople, refusals, progress } = work;
  const open = scans.filter((scan) => !isComplete(scan, withPeople));
  progress.plan(open);
  const unlisted = open.filter(({ listed }) => listed === null);
  await forEach(work, unlisted, (scan) => refusals.attempt(scan, () => firstPage(work, scan)));
  if (unlisted.length > 0) progress.plan(open);
  await forEach(work, open, (scan) => refusals.attempt(scan, () => finish(work, scan)));
  if (withPeople) {
    const unread = open.flatMap((scan) =>
      unreadConversations(scan).map((conversation) => ({ look: scan, ...conversation })),
    );
    await forEach(work, unread, ({ look: scan, number }) =>
      refusals.attempt(scan, () => readComments(work, scan, number)),
    );
  }
  progress.report();
}

async function forEach<T>(
  work: Work,
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<void> {
  await scanEach(items, work, async (item) => {
    try {
      await act(item);
    } catch (error) {
      if (!work.drain.aborted) work.leaving.abort();
      throw error;
    }
    work.progress.reportNowAndThen();
  });
}

async function firstPage(work: Work, scan: RepositoryScan): Promise<void> {
  const { source, workspace, signal } = work;
  const { slug } = scan.repository;
  const listing = listInParts(source.pullRequests.list({ workspace, slug, signal }));
  await listing.next();
  work.listings.set(scan, listing);
  // Then the rest costs no request.
  if (listing.isDone || listing.seen === listing.total) await finishListing(work, scan, listing);
}

async function finish(work: Work, scan: RepositoryScan): Promise<void> {
  const listing = work.listings.get(scan);
  if (scan.listed === null && listing !== undefined) await finishListing(work, scan, listing);
  if (scan.usesLfs === null) await findLfs(work, scan);
}

async function finishListing(
  work: Work,
  scan: RepositoryScan,
  listing: ListingInParts,
): Promise<void> {
  while (!listing.isDone) {
    throwIfDraining(work);
    await listing.next();
  }
  const { counts, people, conversations } = listing.result();
  const lists = { people: [...people], conversations: [...conversations] };
  await record(work, scan, { kind: 'listed', counts, ...lists });
  work.listings.delete(scan);
}

async function findLfs(work: Work, scan: RepositoryScan): Promise<void> {
  const { source, workspace, signal } = work;
  const { slug, defaultBranch } = scan.repository;
  const attributes = await source.readTextFile({
    workspace,
    slug,
    ref: defaultBranch ?? '',
    path: '.gitattributes',
    maxBytes: maxAttributesBytes,
    signal,
  });
  const usesLfs = attributes !== null && namesLfs(attributes);
  await record(work, scan, { kind: 'lfs', usesLfs });
}

/** Enough to know who wrote, and what it becomes on the target. */
async function readComments(work: Work, scan: RepositoryScan, number: number): Promise<void> {
  const { source, workspace, signal } = work;
  const { slug } = scan.repository;
  const read = await source.pullRequests.comments({ workspace, slug, number, signal });
  const { counts, people } = countConversation(read);
  await record(work, scan, { kind: 'conversation', number, counts, people: [...people] });
}

async function record(work: Work, scan: RepositoryScan, found: DeepRecord): Promise<void> {
  await work.records.add(identity(work, scan.repository), found);
  learn(scan, found);
}

function identity({ workspace }: DeepScan, { id, updatedAt }: SourceRepository) {
  return { workspace, id, updatedAt };
}
