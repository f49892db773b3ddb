import { defineDocument } from '../../journal/document.ts';
import type { RepositoryRecords } from '../../journal/repository-records.ts';
import type { RepositorySync } from '../../ports/records/run-results.ts';
import type { Store } from '../../ports/store.ts';

/*
 * What the state keeps of a repository's last sync. The steps and the status of the repository stay as its migration has
 * left them: a sync that fails makes no migration unfinished. Read without a parser, because `status` shows it.
 */

const outcomes = ['synced', 'partly', 'skipped', 'failed'] as const;

export interface SyncRecord {
  /** When everything was last synced, in milliseconds since 1970; `null`: never yet. */
  readonly syncedAt: number | null;
  /** When it was last tried. */
  readonly triedAt: number;
  /** `partly`: some changes were skipped on the target. */
  readonly outcome: (typeof outcomes)[number];
  /** Why it failed or was skipped. */
  readonly reason: string | null;
  /** When the last sync began that has looked at everything; `null`: never yet. */
  readonly lookedAt: number | null;
  /** The slug on the source, as it was last reported. */
  readonly slug: string | null;
  /** Branches that the target cannot hold beside one of an open pull request. */
  readonly blocked: readonly BlockedBranch[];
}

/** All hostile. */
export interface BlockedBranch {
  /** Short name. */
  readonly branch: string;
  readonly reason: string;
  /** Remedy. */
  readonly hint: string;
}

/** Finds blocked branches among what a sync has left. Pure. */
export function blockedBranches({ left }: Pick<RepositorySync, 'left'>): readonly BlockedBranch[] {
  return left.flatMap(({ subject, reason, hint }) =>
    hint === undefined ? [] : [{ branch: subject.replace(/^branch /, ''), reason, hint }],
  );
}

const lastSync = defineDocument<SyncRecord>('sync', 'last', { parse: parseRecord });

export function readSyncRecord(
  records: Pick<RepositoryRecords, 'findObject'>,
): Promise<SyncRecord | null> {
  return lastSync.read(records);
}

/** The same without a lease. */
export function findSyncRecord(
  store: Pick<Store, 'listObjects'>,
  migration: string,
  repository: string,
): Promise<SyncRecord | null> {
  return lastSync.find(store, { migration, repository });
}

export async function saveSyncRecord(
  records: Pick<RepositoryRecords, 'findObject' | 'saveDocument'>,
  record: Partial<SyncRecord> & Pick<SyncRecord, 'outcome' | 'triedAt'>,
): Promise<void> {
  const known = await readSyncRecord(records);
  await lastSync.save(records, { ...known, reason: null, ...record });
}

function parseRecord(found: unknown): SyncRecord | null {
  if (typeof found !== 'object' || found === null) return null;
  const {
    syncedAt,
    triedAt,
    lookedAt,
    outcome,
    reason,
    slug,
    blocked,
  }: Partial<Record<keyof SyncRecord, unknown>> = found;
  const known = outcomes.find((one) => one === outcome);
  if (known === undefined || typeof triedAt !== 'number') return null;
  return {
    syncedAt: typeof syncedAt === 'number' ? syncedAt : null,
    lookedAt: typeof lookedAt === 'number' ? lookedAt : null,
    ...{ triedAt, outcome: known },
    reason: typeof reason === 'string' ? reason : null,
    slug: typeof slug === 'string' ? slug : null,
    blocked: Array.isArray(blocked) ? blocked.filter(isBlocked) : [],
  };
}

function isBlocked(found: unknown): found is BlockedBranch {
  if (typeof found !== 'object' || found === null) return false;
  const { branch, reason, hint }: Partial<Record<keyof BlockedBranch, unknown>> = found;
  return [branch, reason, hint].every((text) => typeof text === 'string');
}

/** Tells whether the target has everything now. Work that others added there does not count. */
export function outcomeOf({ left }: Pick<RepositorySync, 'left'>): 'synced' | 'partly' {
  return left.some(({ kind }) => kind === 'conflict' || kind === 'refused') ? 'partly' : 'synced';
}
