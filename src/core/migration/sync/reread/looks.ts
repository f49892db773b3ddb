import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { Store } from '../../../ports/store.ts';
import type { RepositoryRecords } from '../../repository-records.ts';

/** When pull requests were last read whole by a sync, in milliseconds since 1970, by number on the source. */
export type Looks = ReadonlyMap<number, number>;

const rowId = 'looks';

export async function readLooks(
  store: Pick<Store, 'listObjects'>,
  migration: string,
  repository: string,
): Promise<Looks> {
  const rows = await store.listObjects(migration, repository, 'sync', rowId);
  return looksIn(rows.find(({ sourceId }) => sourceId === rowId) ?? null);
}

export async function saveLooks(
  records: Pick<RepositoryRecords, 'findObject' | 'recordIntent' | 'recordResult'>,
  numbers: Iterable<number>,
  at: number,
): Promise<void> {
  const row = await records.findObject('sync', rowId);
  const looks = new Map(looksIn(row));
  for (const number of numbers) looks.set(number, at);
  if (row === null) await records.recordIntent('sync', rowId);
  const data = JSON.stringify(Object.fromEntries(looks));
  await records.recordResult('sync', rowId, { targetId: rowId, targetUrl: '', data });
}

/** Empty where there is none, or it cannot be read: then all of them count as never read. */
function looksIn(row: CreatedObject | null): Looks {
  try {
    const found: unknown = JSON.parse(row?.data ?? '{}');
    if (typeof found !== 'object' || found === null) return new Map();
    const entries = Object.entries(found).filter(([, at]) => typeof at === 'number');
    return new Map(entries.map(([number, at]) => [Number(number), at as number]));
  } catch {
    return new Map();
  }
}
