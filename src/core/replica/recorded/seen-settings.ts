import * as z from 'zod';
import { defineDocument } from '../../journal/document.ts';
import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { SettingsPart } from '../../ports/records/source-settings.ts';
import type { SeenSettings } from '../../settings/changes/find-changes.ts';

/** How it is kept. */
export const seenSchema = z.object({
  unread: z.array(z.custom<SettingsPart>((part) => typeof part === 'string')),
  items: z.array(
    z.object({ id: z.string(), source: z.string(), all: z.string(), set: z.string() }),
  ),
});

const seenSettings = defineDocument('sync', 'settings', seenSchema);

/** @returns `null` where settings were never compared */
export async function findSeen(
  ...where: Parameters<typeof seenSettings.find>
): Promise<SeenSettings | null> {
  const read = await seenSettings.find(...where);
  return read === null ? null : fromKept(read);
}

export function fromKept({ unread, items }: z.infer<typeof seenSchema>): SeenSettings {
  return { unread, items: new Map(items.map(({ id, ...one }) => [id, one])) };
}

export function toKept({ unread, items }: SeenSettings): z.infer<typeof seenSchema> {
  return { unread: [...unread], items: [...items].map(([id, one]) => ({ id, ...one })) };
}

export async function saveSeen(
  records: Pick<RepositoryRecords, 'saveDocument'>,
  seen: SeenSettings,
): Promise<void> {
  await seenSettings.save(records, toKept(seen));
}
