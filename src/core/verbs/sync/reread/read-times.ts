import { defineDocument } from '../../../journal/document.ts';
import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import type { Store } from '../../../ports/store.ts';

/** When pull requests were last read whole by a sync, in milliseconds since 1970, by number on the source. */
export type ReadTimes = ReadonlyMap<number, number>;

const wholeReads = defineDocument('sync', 'looks', { parse: parseReadTimes });

/** Empty where there is none, or its form is not known: then all of them count as never read. */
export async function loadReadTimes(
  store: Pick<Store, 'listObjects'>,
  migration: string,
  repository: string,
): Promise<ReadTimes> {
  return (await wholeReads.find(store, { migration, repository })) ?? new Map();
}

export async function saveReadTimes(
  records: Pick<RepositoryRecords, 'findObject' | 'saveDocument'>,
  numbers: Iterable<number>,
  at: number,
): Promise<void> {
  const times = new Map(await wholeReads.read(records));
  for (const number of numbers) times.set(number, at);
  await wholeReads.save(records, Object.fromEntries(times));
}

function parseReadTimes(found: unknown): ReadTimes {
  const entries = Object.entries(found ?? {}).filter(([, at]) => typeof at === 'number');
  return new Map(entries.map(([number, at]) => [Number(number), at as number]));
}
