import * as z from 'zod';
import type { CreatedObject } from '../../../ports/records/migration.ts';
import type { SettingsPart } from '../../../ports/records/source-settings.ts';
import type { SeenSettings } from '../../../settings/changes/find-changes.ts';
import { readData } from '../../read-data.ts';
import type { RepositoryRecords } from '../../repository-records.ts';

export const seenRow = 'settings';

/** How it is kept. */
export const seenSchema = z.object({
  unread: z.array(z.custom<SettingsPart>((part) => typeof part === 'string')),
  items: z.array(
    z.object({ id: z.string(), source: z.string(), all: z.string(), set: z.string() }),
  ),
});

/** @param rows of kind `sync`. @returns `null` where settings were never compared */
export function readSeen(rows: readonly CreatedObject[]): SeenSettings | null {
  const row = rows.find(({ sourceId }) => sourceId === seenRow) ?? null;
  const read = readData(seenSchema, row);
  return read === null ? null : fromKept(read);
}

export function fromKept({ unread, items }: z.infer<typeof seenSchema>): SeenSettings {
  return { unread, items: new Map(items.map(({ id, ...one }) => [id, one])) };
}

export function toKept({ unread, items }: SeenSettings): z.infer<typeof seenSchema> {
  return { unread: [...unread], items: [...items].map(([id, one]) => ({ id, ...one })) };
}

export async function saveSeen(
  records: Pick<RepositoryRecords, 'findObject' | 'recordIntent' | 'recordResult'>,
  seen: SeenSettings,
): Promise<void> {
  const data = JSON.stringify(toKept(seen));
  const row = await records.findObject('sync', seenRow);
  if (row?.data === data) return;
  if (row === null) await records.recordIntent('sync', seenRow);
  await records.recordResult('sync', seenRow, { targetId: seenRow, targetUrl: '', data });
}
