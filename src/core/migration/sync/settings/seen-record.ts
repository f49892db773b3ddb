import * as z from 'zod';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { SettingsPart } from '../../../ports/records/source-settings.ts';
import type { SeenSettings } from '../../../settings/changes/find-changes.ts';
import { readData } from '../../read-data.ts';
import type { RepositoryRecords } from '../../repository-records.ts';

export const seenRow = 'settings';

const schema = z.object({
  unread: z.array(z.custom<SettingsPart>((part) => typeof part === 'string')),
  items: z.array(
    z.object({ id: z.string(), source: z.string(), all: z.string(), set: z.string() }),
  ),
});

/** @param rows of kind `sync`. @returns `null` where settings were never compared */
export function readSeen(rows: readonly CreatedObject[]): SeenSettings | null {
  const row = rows.find(({ sourceId }) => sourceId === seenRow) ?? null;
  const read = readData(schema, row);
  if (read === null) return null;
  const items = new Map(read.items.map(({ id, ...one }) => [id, one]));
  return { unread: read.unread, items };
}

export async function saveSeen(
  records: Pick<RepositoryRecords, 'findObject' | 'recordIntent' | 'recordResult'>,
  { unread, items }: SeenSettings,
): Promise<void> {
  const data = JSON.stringify({ unread, items: [...items].map(([id, one]) => ({ id, ...one })) });
  const row = await records.findObject('sync', seenRow);
  if (row?.data === data) return;
  if (row === null) await records.recordIntent('sync', seenRow);
  await records.recordResult('sync', seenRow, { targetId: seenRow, targetUrl: '', data });
}
