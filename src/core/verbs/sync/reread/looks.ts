import { defineDocument } from '../../../journal/document.ts';
import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import type { Store } from '../../../ports/store.ts';

/** When pull requests were last read whole by a sync, in milliseconds since 1970, by number on the source. */
export type Looks = ReadonlyMap<number, number>;

const wholeReads = defineDocument('sync', 'looks', { parse: parseLooks });

/** Empty where there is none, or its form is not known: then all of them count as never read. */
export async function readLooks(
  store: Pick<Store, 'listObjects'>,
  migration: string,
  repository: string,
): Promise<Looks> {
  return (await wholeReads.find(store, { migration, repository })) ?? new Map();
}

export async function saveLooks(
  records: Pick<RepositoryRecords, 'findObject' | 'saveDocument'>,
  numbers: Iterable<number>,
  at: number,
): Promise<void> {
  const looks = new Map(await wholeReads.read(records));
  for (const number of numbers) looks.set(number, at);
  await wholeReads.save(records, Object.fromEntries(looks));
}

function parseLooks(found: unknown): Looks {
  const entries = Object.entries(found ?? {}).filter(([, at]) => typeof at === 'number');
  return new Map(entries.map(([number, at]) => [Number(number), at as number]));
}
