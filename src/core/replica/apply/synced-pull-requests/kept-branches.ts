import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { PreparedPullRequest } from '../../model/prepared-pull-request.ts';
import { fullName } from '../../model/temporary-refs.ts';
import type { RecordedPullRequest } from '../../recorded/pull-requests/existing-pull-request.ts';
import { branchesInUseThere } from '../pull-requests/branches/branches-in-use.ts';
import { recordKept, updateRefs } from '../pull-requests/branches/update-refs.ts';
import { migrateLfsObjects } from '../pull-requests/open/migrate-lfs-objects.ts';

/** Heads in forks that have moved on: their branches are ours. @returns numbers of those that somebody else has moved */
export async function pushKeptHeads(
  context: PullRequestContext,
  existing: readonly RecordedPullRequest[],
): Promise<ReadonlySet<number>> {
  const moved = existing.filter(({ prepared, record }) => {
    const { head } = prepared.opening;
    const isOpen = prepared.outcome === 'open' && record.outcome === 'open';
    return head.kind === 'kept' && isOpen && head.commit !== record.head;
  });
  if (moved.length === 0) return new Set();
  const there = await context.repository.targetRefs.list();
  const foreign = new Set<number>();
  const heads = moved.flatMap(({ prepared: { opening, number }, record }) => {
    const { head } = opening;
    const now = there.get(fullName(head));
    if (now === undefined) return [];
    const isOurs = ['', now].includes(record.head) || now === head.commit;
    if (!isOurs) foreign.add(number);
    return isOurs ? [{ ...head, now }] : [];
  });
  await migrateLfsObjects(
    context,
    heads.map(({ commit }) => commit),
  );
  await updateRefs(
    context,
    heads.map((head) => ({ ref: fullName(head), to: head.commit, expected: head.now })),
  );
  await recordKept(context, heads);
  return foreign;
}

/** Branches that stayed for an open pull request go with it. @param ended those that were open before */
export async function dropKeptBranches(
  context: PullRequestContext,
  ended: readonly Pick<PreparedPullRequest, 'number' | 'opening' | 'mergeTip'>[],
): Promise<void> {
  if (ended.length === 0) return;
  const { records, targetRefs } = context.repository;
  const { kept, keptBase, head, base } = context.branches;
  const rows = new Map(
    (await records.listObjects('branch')).map(({ sourceId, targetId }) => [sourceId, targetId]),
  );
  const own = ended.flatMap(({ number, opening, mergeTip }) => {
    const ours = new Set([mergeTip, opening.head.commit, opening.base.commit]);
    return [kept, keptBase, head, base]
      .map((nameOf) => fullName({ branch: nameOf(number) }))
      .filter((ref) => rows.has(ref) || ref === fullName(opening.base))
      .map((ref) => ({ ref, ours: ours.add(rows.get(ref) ?? null) }));
  });
  if (own.length === 0) return;
  const there = await targetRefs.list();
  // Ended already: whatever is open on them was opened by people.
  const inUse = await branchesInUseThere(context.repository);
  const updates = own.flatMap(({ ref, ours }) => {
    const expected = there.get(ref);
    // What somebody has pushed there since stays, and what is open on it.
    const isOurs = expected !== undefined && ours.has(expected) && !inUse.has(ref);
    return isOurs ? [{ ref, to: null, expected }] : [];
  });
  await updateRefs(context, updates);
  const deleted = new Set(updates.map(({ ref }) => ref));
  const gone = own.map(({ ref }) => ref).filter((ref) => deleted.has(ref) || !there.has(ref));
  await records.forgetObjects(
    'branch',
    gone.filter((ref) => rows.has(ref)),
  );
}
