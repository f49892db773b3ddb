import * as z from 'zod';
import { readData } from '../../../../journal/document.ts';
import { intend } from '../../../../journal/intents.ts';
import type { RepositoryRecords } from '../../../../journal/repository-records.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';

/** The data that the state keeps with a renaming that was begun. */
export const renamingIntent = z.object({
  name: z.string(),
  wasArchived: z.boolean(),
  /** True for a target of this migration, which makes room for its next import: that needs no consent. */
  isOwn: z.boolean().optional(),
  /** Digest of its refs and its newest number, as they were when nobody had worked in it. */
  seen: z.object({ refs: z.string(), newest: z.number() }).optional(),
});

export type RenamingIntent = z.infer<typeof renamingIntent>;

/** Keeps in the state, before the first request, which repository gets which name. @param id its identity on the target */
export async function intendRenaming(
  records: Pick<RepositoryRecords, 'recordIntents'>,
  id: string,
  { name, wasArchived, isOwn, seen }: RenamingIntent,
): Promise<void> {
  const data = JSON.stringify({ name, wasArchived, ...(isOwn && { isOwn, seen }) });
  await intend(records, 'replaced', new Map([[id, data]]));
}

/**
 * Finds the target of this migration that makes room for its next import. Pure.
 * @returns its identity on the target; `null` without one
 * @param replaced rows of the repository
 */
export function ownToReplace(replaced: readonly CreatedObject[]): string | null {
  const begun = replaced.find(
    (row) => row.targetId === null && readData(renamingIntent, row)?.isOwn === true,
  );
  return begun?.sourceId ?? null;
}
