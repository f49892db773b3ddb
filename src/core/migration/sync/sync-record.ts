import * as z from 'zod';
import type { RepositorySync } from '../../ports/events.ts';
import type { SourceRepository } from '../../ports/records/repository.ts';
import { readData } from '../read-data.ts';
import type { RepositoryRecords } from '../repository-records.ts';

/*
 * What the state keeps of a repository's last sync. The steps and the status of the repository stay as its migration has
 * left them: a sync that fails makes no migration unfinished.
 */

/** The source's repository data, as its own texts. */
const sourceDataSchema = z.object({
  slug: z.string(),
  description: z.string(),
  defaultBranch: z.string().nullable(),
  archived: z.boolean(),
  topics: z.array(z.string()),
});
export type SourceData = z.infer<typeof sourceDataSchema>;

const recordSchema = z.object({
  /** When everything was last synced, in milliseconds since 1970; `null`: never yet. */
  syncedAt: z.number().nullable().default(null),
  /** When it was last tried. */
  triedAt: z.number(),
  /** `partly`: something was left as it is on the target. */
  outcome: z.enum(['synced', 'partly', 'skipped', 'failed']),
  /** Why it failed or was skipped. */
  reason: z.string().nullable().default(null),
  /** As the last sync that went through has found it. */
  source: sourceDataSchema.nullable().default(null),
});
export type SyncRecord = z.infer<typeof recordSchema>;

const recordId = 'last';

async function readSyncRecord(
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

export function sourceDataOf(source: SourceRepository): SourceData {
  const { slug, description, defaultBranch, archived, topics } = source;
  return { slug, description, defaultBranch, archived, topics: [...topics] };
}

/** Whether the target has everything now. What others have created there changes nothing of ours. */
export function outcomeOf({ left }: Pick<RepositorySync, 'left'>): 'synced' | 'partly' {
  return left.some(({ kind }) => kind === 'conflict' || kind === 'refused') ? 'partly' : 'synced';
}
