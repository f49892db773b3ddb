import { sourceTime } from '../../../forecast/host-limits.ts';
import { count, formatDuration } from '../../../kernel/format/format.ts';
import type { BudgetView } from '../../../network/budgets.ts';
import type { PlannedRepository } from '../../../plan/plan-schema.ts';
import type { SourceKind } from '../../../ports/records/repository.ts';
import { requestsToReadOne, sourceTraits } from '../../../ports/records/source-traits.ts';
import type { Store } from '../../../ports/store.ts';
import type { Reread } from '../../../replica/diff/pull-requests/changed-rows.ts';
import { readRecord } from '../../../replica/recorded/pull-requests/pull-request-record.ts';
import { findSyncRecord } from '../../../replica/recorded/sync-record.ts';
import { oldestFirst, oldestReadAt, spareRequests } from './choose-rereads.ts';
import { loadReadTimes, type ReadTimes } from './read-times.ts';

/** Which closed pull requests are read although no list shows them as changed. */
export type ClosedReading =
  /** Pull requests that were not read for longest, as far as the source's limits leave room. */
  | { readonly kind: 'spare'; readonly budgets: () => Promise<readonly BudgetView[]> }
  /** Pull requests that the last sync has not read. */
  | { readonly kind: 'unread' };

interface Rereading {
  readonly store: Pick<Store, 'listObjects'>;
  readonly migration: string;
  readonly source: { readonly kind: SourceKind; readonly hostname: string };
  readonly repositories: readonly Pick<PlannedRepository, 'source'>[];
}

export interface RereadPlan {
  /** Numbers on the source, by slug. */
  readonly numbers: ReadonlyMap<string, ReadonlySet<number>>;
  readonly pullRequests: number;
  /** About, to the source. */
  readonly requests: number;
}

/** Closed pull requests to read once more. No request. */
export async function planRereads(job: Rereading, reading: ClosedReading): Promise<RereadPlan> {
  const price = requestsToReadOne(job.source.kind);
  const numbers = new Map<string, ReadonlySet<number>>();
  if (reading.kind === 'unread') {
    for (const { source } of job.repositories) {
      const found = await findUnread(job, source);
      if (found.length > 0) numbers.set(source, new Set(found));
    }
    return summed(numbers, price);
  }
  const spare = spareRequests({
    ...{ budgets: await reading.budgets(), host: job.source.hostname },
    repositories: job.repositories.length,
  });
  let left = Math.floor(spare / price);
  // One repository after the other: each that has some needs its local copy.
  for (const { source, closed, readTimes } of await inOrder(job)) {
    if (left === 0) break;
    const chosen = oldestFirst(closed, readTimes).slice(0, left);
    left -= chosen.length;
    if (chosen.length > 0) numbers.set(source, new Set(chosen));
  }
  return summed(numbers, price);
}

/** Returns what reading whole takes that a person has asked for. No request. */
export async function rereadCost(job: Rereading, reread: Reread): Promise<RereadPlan> {
  const numbers = new Map<string, ReadonlySet<number>>();
  if (reread === 'changed') return summed(numbers, 0);
  for (const { source } of job.repositories) {
    const states = await statesOf(job, source);
    const asked = [...states].filter(([, state]) => reread === 'all' || state === 'open');
    numbers.set(source, new Set(asked.map(([number]) => number)));
  }
  return summed(numbers, requestsToReadOne(job.source.kind));
}

/** `12 pull requests whole, about 36 requests`, with the hours where the source's limit makes some. Pure. */
export function costText({ pullRequests, requests }: RereadPlan, kind: SourceKind): string {
  const time = sourceTraits[kind].isUnlimited ? 0 : sourceTime(requests);
  const hours = time === 0 ? '' : `, at least ${formatDuration(time)}`;
  return `${count(pullRequests, 'pull request')}, about ${count(requests, 'request')}${hours}`;
}

function summed(numbers: RereadPlan['numbers'], price: number): RereadPlan {
  const pullRequests = [...numbers.values()].reduce((sum, { size }) => sum + size, 0);
  return { numbers, pullRequests, requests: pullRequests * price };
}

interface Closed {
  readonly source: string;
  readonly closed: readonly number[];
  readonly readTimes: ReadTimes;
}

/** The repository that was read longest ago first. */
async function inOrder(job: Rereading): Promise<readonly Closed[]> {
  const all: (Closed & { oldest: number })[] = [];
  for (const { source } of job.repositories) {
    const closed = await closedOf(job, source);
    if (closed.length === 0) continue;
    const times = await loadReadTimes(job.store, job.migration, source);
    all.push({ source, closed, readTimes: times, oldest: oldestReadAt(closed, times) });
  }
  return all.sort((one, other) => one.oldest - other.oldest);
}

async function findUnread(job: Rereading, slug: string): Promise<readonly number[]> {
  const closed = await closedOf(job, slug);
  if (closed.length === 0) return [];
  const times = await loadReadTimes(job.store, job.migration, slug);
  const last = await findSyncRecord(job.store, job.migration, slug);
  const since = last?.lookedAt ?? Number.POSITIVE_INFINITY;
  return closed.filter((number) => (times.get(number) ?? 0) < since);
}

async function closedOf(job: Rereading, slug: string): Promise<readonly number[]> {
  const states = await statesOf(job, slug);
  return [...states].flatMap(([number, state]) => (state === 'open' ? [] : [number]));
}

/** Of what is on the target and no placeholder, by number on the source. */
async function statesOf({ store, migration }: Rereading, slug: string) {
  const states = new Map<number, string>();
  for (const object of await store.listObjects(migration, slug, 'pull-request')) {
    const record = readRecord(object);
    if (record?.isDone === true && record.state !== null)
      states.set(Number(object.sourceId), record.state);
  }
  return states;
}
