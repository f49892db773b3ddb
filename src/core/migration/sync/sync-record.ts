import * as z from 'zod';
import type { RepositorySync } from '../../ports/events.ts';
import { readData } from '../read-data.ts';
import type { RepositoryRecords } from '../repository-records.ts';

/*
 * What the state keeps of a repository's last sync. The steps and the status of the repository stay as its migration has
 * left them: a sync that fails makes no migration unfinished.
 */

const recordSchema = z.object({
  /** When everything was last synced, in milliseconds since 1970; `null`: never yet. */
  syncedAt: z.number().nullable().default(null),
  /** When it was last tried. */
  triedAt: z.number(),
  /** `partly`: something was left as it is on the target. */
  outcome: z.enum(['synced', 'partly', 'skipped', 'failed']),
  /** Why it failed or was skipped. */
  reason: z.string().nullable().default(null),
  /** The slug on the source, as it was last told. */
  slug: z.string().nullable().default(null),
});
export type SyncRecord = z.infer<typeof recordSchema>;

const recordId = 'last';

export async function readSyncRecord(
  records: Pick<RepositoryRecords, 'findObject'>,
): Promise<SyncRecord | null> {
  return readData(recordSchema, await records.findObject('sync', recordId));
}

export async function saveSyncRecord(
  records: Pick<RepositoryRecords, 'findObject' | 'recordIntent' | 'recordResult'>,
  record: Partial<SyncRecord> & Pick<SyncRecord, 'outcome' | 'triedAt'>,
): Promise<void> {
  const known = await readSyncRecord(records);
  if (known === null) await records.recordIntent('sync', recordId);
  const data = JSON.stringify({ ...known, reason: null, ...record });
  await records.recordResult('sync', recordId, { targetId: recordId, targetUrl: '', data });
}

/** Whether the target has everything now. What others have created there changes nothing of ours. */
export function outcomeOf({ left }: Pick<RepositorySync, 'left'>): 'synced' | 'partly' {
  return left.some(({ kind }) => kind === 'conflict' || kind === 'refused') ? 'partly' : 'synced';
}
