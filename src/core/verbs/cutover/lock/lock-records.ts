import * as z from 'zod';
import { defineDocument } from '../../../journal/document.ts';
import type { RepositoryRecords } from '../../../journal/repository-records.ts';
import type { BranchRule, MergeCheck } from '../../../ports/records/source-settings.ts';
import type { SourceRules } from '../../../ports/source-lock.ts';

export type LockRecords = Pick<
  RepositoryRecords,
  | 'findObject'
  | 'listObjects'
  | 'recordIntents'
  | 'recordResult'
  | 'forgetObjects'
  | 'forgetIntent'
  | 'saveDocument'
  | 'saveObjectData'
>;

const partPrefix = 'part ';

export function partRow(key: string): string {
  return `${partPrefix}${key}`;
}

/** Keys of the parts that were added, or may have been. */
export async function listParts(
  records: Pick<LockRecords, 'listObjects'>,
): Promise<readonly AddedPart[]> {
  const rows = await records.listObjects('source-lock', partPrefix);
  return rows.map(({ sourceId, targetId, data }) => ({
    key: sourceId.slice(partPrefix.length),
    id: targetId,
    isConfirmed: targetId !== null && data === null,
  }));
}

interface AddedPart {
  readonly key: string;
  /** `null`: the host did not say whether it was added. */
  readonly id: string | null;
  /** False: one that is exactly like it was found, and need not be ours. */
  readonly isConfirmed: boolean;
}

/** Before its id is recorded. */
export async function recordUnconfirmed(
  records: Pick<LockRecords, 'saveObjectData'>,
  row: string,
): Promise<void> {
  await records.saveObjectData('source-lock', row, JSON.stringify({ found: true }));
}

interface LockedRules extends SourceRules {
  /** The source's id of the repository that was locked; earlier versions did not keep it. */
  readonly repository?: string | undefined;
}

/** Rules as this program wrote them: they are taken as they were. */
const rulesSchema = z.object({
  rules: z.array(z.custom<BranchRule>()),
  checks: z.array(z.custom<MergeCheck>()),
  repository: z.string().optional(),
});

const rulesBefore = defineDocument('source-lock', 'before', rulesSchema);

/** Reads what restricted the source before it was locked; `null` where it is not locked by us. */
export function readBefore(records: Pick<LockRecords, 'findObject'>): Promise<LockedRules | null> {
  return rulesBefore.read(records);
}

/** Durable before the first restriction is added. */
export async function recordBefore(
  records: Pick<LockRecords, 'saveDocument'>,
  rules: Required<Pick<LockedRules, 'repository'>> & SourceRules,
): Promise<void> {
  await rulesBefore.save(records, rules);
}

/** Ends the lock's record once no restriction of it is left on the source. */
export async function forgetBefore(records: Pick<LockRecords, 'forgetObjects'>): Promise<void> {
  await rulesBefore.forget(records);
}
