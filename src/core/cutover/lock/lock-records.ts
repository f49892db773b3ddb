import * as z from 'zod';
import { readData } from '../../migration/read-data.ts';
import type { RepositoryRecords } from '../../migration/repository-records.ts';
import type { BranchRule, MergeCheck } from '../../ports/records/source-settings.ts';
import type { SourceRules } from '../../ports/source-lock.ts';

export type LockRecords = Pick<
  RepositoryRecords,
  | 'findObject'
  | 'listObjects'
  | 'recordIntent'
  | 'recordResult'
  | 'forgetObjects'
  | 'forgetIntent'
  | 'saveObjectData'
>;

/** The source id of the row that keeps what restricted the source before. */
export const beforeRow = 'before';
const partPrefix = 'part ';

export function partRow(key: string): string {
  return `${partPrefix}${key}`;
}

/** Keys of the parts that were added, or may have been. */
export async function listParts(
  records: Pick<LockRecords, 'listObjects'>,
): Promise<readonly { readonly key: string; readonly id: string | null }[]> {
  const rows = await records.listObjects('source-lock', partPrefix);
  return rows.map(({ sourceId, targetId }) => ({
    key: sourceId.slice(partPrefix.length),
    id: targetId,
  }));
}

/** What this program wrote itself: rules are taken as they were. */
const rulesSchema = z.object({
  rules: z.array(z.custom<BranchRule>()),
  checks: z.array(z.custom<MergeCheck>()),
});

/** What restricted the source before it was locked; `null` where it is not locked by us. */
export async function readBefore(
  records: Pick<LockRecords, 'findObject'>,
): Promise<SourceRules | null> {
  return readData(rulesSchema, await records.findObject('source-lock', beforeRow));
}

/** Durable before the first restriction is added. */
export async function recordBefore(records: LockRecords, rules: SourceRules): Promise<void> {
  await records.recordIntent('source-lock', beforeRow);
  await records.recordResult('source-lock', beforeRow, {
    targetId: beforeRow,
    targetUrl: '',
    data: JSON.stringify(rules),
  });
}
