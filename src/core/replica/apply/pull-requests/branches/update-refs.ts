import type { RefUpdate } from '../../../../git/push/update-remote-refs.ts';
import { intend } from '../../../../journal/intents.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import { fullName } from '../../../model/temporary-refs.ts';
import { intendOwnBranches } from '../../own-refs/intend-own-branches.ts';

/** Before such a branch is pushed: whatever becomes of the answer, the next run knows that it may be there. */
export async function intendKept(
  { repository }: Pick<WritingContext, 'repository'>,
  kept: readonly { readonly branch: string }[],
): Promise<void> {
  const { records } = repository;
  if (kept.length === 0) return;
  const rows = await records.listObjects('branch');
  const known = new Set(rows.map(({ sourceId }) => sourceId));
  const unknown = kept.map(fullName).filter((ref) => !known.has(ref));
  if (unknown.length > 0) await intend(records, 'branch', unknown);
}

/** Branches that stay are the migration's own: a comparison with the source expects them. */
export async function recordKept(
  { repository }: Pick<WritingContext, 'repository'>,
  kept: readonly { readonly branch: string; readonly commit: string }[],
): Promise<void> {
  const { target, records, targetFullName } = repository;
  if (kept.length === 0) return;
  await intendKept({ repository }, kept);
  const targetUrl = `${target.webUrl}/${targetFullName}`;
  await records.recordResults(
    'branch',
    kept.map((branch) => ({ sourceId: fullName(branch), targetId: branch.commit, targetUrl })),
  );
}

/**
 * One push for all of them where the target takes it. What has the wanted value already stays as it is.
 * @throws the first refusal
 */
export async function updateRefs(
  context: Pick<WritingContext, 'repository'>,
  updates: readonly RefUpdate[],
): Promise<void> {
  await intendOwnBranches(context.repository, updates);
  for (const { failure } of await context.repository.targetRefs.update(updates)) {
    if (failure !== null) throw failure;
  }
}
