import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { PullRequestRecord } from '../../recorded/pull-requests/pull-request-record.ts';

/** Which pull requests are read whole: those that a list shows as changed, those that are open too, or all. */
export type Reread = 'changed' | 'open' | 'all';

/** Milliseconds: clocks differ, and rows move from page to page while they are read. */
const overlap = 3_600_000;

/** Describes what the state holds of the pull requests of one repository. */
export interface KnownRows {
  /** By number on the source; `null`: begun, and not finished. */
  readonly records: ReadonlyMap<number, PullRequestRecord | null>;
  readonly reread: Reread;
  /** Numbers that are read whatever their rows show. */
  readonly also: ReadonlySet<number>;
}

/** Tells whether a row is read whole. What a record of an earlier version lacks counts as changed. Pure. */
export function isOfInterest(
  row: SourcePullRequest,
  { records, reread, also }: KnownRows,
): boolean {
  const record = records.get(row.number);
  if (record === undefined || record === null || !record.isDone) return true;
  // Nothing can take the place of a placeholder.
  if (record.state === null) return false;
  if (row.revision === undefined || record.revision !== row.revision) return true;
  return isReread(row, record, { reread, also });
}

/** Tells whether one is read whole even if its row shows no change. Pure. @param record `undefined`: it is new */
export function isReread(
  row: Pick<SourcePullRequest, 'number' | 'state'>,
  record: Pick<PullRequestRecord, 'state'> | null | undefined,
  { reread, also }: Pick<KnownRows, 'reread' | 'also'>,
): boolean {
  if (reread === 'all' || also.has(row.number)) return true;
  return reread === 'open' && (record?.state === 'open' || row.state === 'open');
}

/**
 * Tells whether a changed one has no tasks as far as its list shows: it had none, and none is open. One that was
 * written and done meanwhile shows when it is read whole. Pure.
 */
export function lacksTasks(row: SourcePullRequest, { records, reread, also }: KnownRows): boolean {
  if (reread !== 'changed' || also.has(row.number)) return false;
  return row.openTasks === 0 && records.get(row.number)?.tasks === 0;
}

/** Numbers that are read whatever their rows show. Pure. */
export function numbersToRead({ records, reread, also }: KnownRows): readonly number[] {
  return [...records].flatMap(([number, record]) => {
    if (record === null || !record.isDone) return [number];
    if (record.state === null) return [];
    const isWanted =
      reread === 'all' || also.has(number) || (reread === 'open' && record.state === 'open');
    return isWanted ? [number] : [];
  });
}

/**
 * Tells whether older pages of a list that shows the last changes first can hold nothing new: all of a page is known,
 * it reaches back before what was read last, and no pull request is missing. Pure.
 * @param options.seen numbers on the pages so far
 * @param options.total as the host reports it
 */
export function isReadEnough(
  page: readonly SourcePullRequest[],
  options: KnownRows & { seen: ReadonlySet<number>; total: number | null },
): boolean {
  const { records, seen, total } = options;
  if (page.some((row) => isOfInterest(row, options))) return false;
  const own = [...records].filter(([, record]) => record?.state !== null).map(([number]) => number);
  const all = new Set([...own, ...seen]).size;
  if (total !== null && total > all) return false;
  const missing = numbersToRead(options).filter((number) => !seen.has(number)).length;
  // A page costs as much as one of them.
  if (missing * pageLength > all - seen.size) return false;
  const oldest = Math.min(...page.map(({ updatedAt }) => Date.parse(updatedAt)));
  return oldest < lastRead(records) - overlap;
}

const pageLength = 50;

/** Milliseconds since 1970: the last change that was read. */
function lastRead(records: KnownRows['records']): number {
  let last = 0;
  for (const record of records.values()) {
    const at = Date.parse(record?.updatedAt ?? '');
    if (at > last) last = at;
  }
  return last;
}
