import { inParallel } from '../../../kernel/async/in-parallel.ts';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { RepositoryContext } from '../../context/migration-context.ts';
import {
  isOfInterest,
  isReadEnough,
  type KnownRows,
  lacksTasks,
  numbersToRead,
  type Reread,
} from '../../diff/pull-requests/changed-rows.ts';
import { readRecord } from '../../recorded/pull-requests/pull-request-record.ts';

/** Pull requests of the source that have changed, as its lists show them. */
export interface PullRequestRows {
  readonly hasChanged: boolean;
  /** Full names of the target's branches that open pull requests go to. */
  readonly bases: ReadonlySet<string>;
  /** Rows of the state, by number on the source. */
  readonly known: ReadonlyMap<number, CreatedObject>;
  /** Rows of those that are read whole, by number. */
  readonly rows: Map<number, SourcePullRequest>;
  /** Numbers that the source does not have any more. */
  readonly gone: readonly number[];
  /** Numbers of the source that placeholders have on the target. */
  readonly taken: readonly number[];
}

type ListContext = Pick<RepositoryContext, 'source' | 'sourceName' | 'records' | 'signal'>;

const concurrency = 4;

/**
 * Finds out by lists alone which pull requests have changed since they were read last: one request where the source sorts
 * them by their last change, else one for every hundred of them.
 */
export async function findChangedPullRequests(
  context: ListContext,
  { reread, also }: { readonly reread: Reread; readonly also: ReadonlySet<number> },
): Promise<PullRequestRows> {
  const objects = await context.records.listObjects('pull-request');
  const known = new Map(objects.map((object) => [Number(object.sourceId), object]));
  const records = new Map([...known].map(([number, object]) => [number, readRecord(object)]));
  const asked = { records, reread, also };
  const { rows, partial, seen, isWhole, taken } = await readRows(context, asked);
  const unseen = isWhole ? [] : numbersToRead(asked).filter((number) => !seen.has(number));
  const toFind = [...new Set([...unseen, ...partial, ...(isWhole ? [] : gapsOf(known, rows))])];
  const gone: number[] = isWhole ? numbersToRead(asked).filter((number) => !seen.has(number)) : [];
  await inParallel(toFind, { concurrency, signal: context.signal }, async (number, signal) => {
    const found = await context.source.pullRequests.find({ ...context.sourceName, number, signal });
    if (found !== null) rows.set(number, withRevision(found, rows.get(number)));
    else if (known.has(number)) gone.push(number);
  });
  const hasChanged = rows.size > 0;
  return { hasChanged, bases: basesOf(records, rows), known, rows, gone, taken };
}

/** A list may show less than a single answer, and the next one is compared with it. */
function withRevision(
  found: SourcePullRequest,
  listed: SourcePullRequest | undefined,
): SourcePullRequest {
  if (listed?.revision === undefined) return found;
  const { revision, lacksTasks: isWithout = false } = listed;
  return { ...found, revision, ...(isWithout && { lacksTasks: true }) };
}

async function readRows({ source, sourceName, signal }: ListContext, asked: KnownRows) {
  const rows = new Map<number, SourcePullRequest>();
  const partial: number[] = [];
  const taken: number[] = [];
  const seen = new Set<number>();
  const list = source.pullRequests.list({
    ...sourceName,
    toCompare: true,
    order: 'updated',
    signal,
  });
  for await (const { pullRequests, total, isByUpdate = false, lacksPeople = false } of list) {
    for (const row of pullRequests) {
      seen.add(row.number);
      if (asked.records.get(row.number)?.state === null) taken.push(row.number);
      if (!isOfInterest(row, asked)) continue;
      rows.set(row.number, lacksTasks(row, asked) ? { ...row, lacksTasks: true } : row);
      if (lacksPeople) partial.push(row.number);
    }
    if (isByUpdate && isReadEnough(pullRequests, { ...asked, seen, total })) {
      return { rows, partial, taken, seen, isWhole: false };
    }
  }
  return { rows, partial, taken, seen, isWhole: true };
}

/** Before a placeholder takes a number: it may be of one that was opened while the list was read. */
function gapsOf(
  known: ReadonlyMap<number, unknown>,
  rows: ReadonlyMap<number, unknown>,
): readonly number[] {
  const newest = Math.max(0, ...rows.keys());
  const last = Math.max(0, ...known.keys());
  const between = Array.from({ length: Math.max(0, newest - last) }, (_, at) => last + 1 + at);
  return between.filter((number) => !rows.has(number)).slice(0, mostGaps);
}

/** More of them no race explains. */
const mostGaps = 20;

function basesOf(
  records: KnownRows['records'],
  rows: PullRequestRows['rows'],
): ReadonlySet<string> {
  const open = [...records.values()].filter((record) => record?.outcome === 'open');
  const branches = [
    ...open.map((record) => record?.base ?? ''),
    ...[...rows.values()].map(({ destination }) => destination.branch ?? ''),
  ];
  return new Set(branches.filter((branch) => branch !== '').map((one) => `refs/heads/${one}`));
}
