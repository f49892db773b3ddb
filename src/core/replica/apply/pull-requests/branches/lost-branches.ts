import { resolveCommits } from '../../../../git/history/resolve-commits.ts';
import type { CreatedObject } from '../../../../ports/records/migration.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { type BranchNames, numberOfKept } from '../../../model/temporary-refs.ts';
import { readRecord, toRecordText } from '../../../recorded/pull-requests/pull-request-record.ts';
import { findChangedBranches } from '../../own-refs/intend-own-branches.ts';
import { branchesInUseThere } from './branches-in-use.ts';
import { updateRefs } from './update-refs.ts';

/**
 * Pull requests whose branches, which stay, were deleted on the target: they are gone through again, which pushes them.
 * @param gone recorded branches that the target no longer has
 */
export function withLostBranches(
  known: ReadonlyMap<number, CreatedObject>,
  gone: readonly CreatedObject[],
): ReadonlyMap<number, CreatedObject> {
  const mended = new Map(known);
  for (const { sourceId } of gone) {
    const number = numberOfKept(sourceId) ?? Number.NaN;
    const object = known.get(number);
    const record = object === undefined ? null : readRecord(object);
    if (object === undefined || record === null) continue;
    const mend = { ...nothingToRepair, ...record.mend, branches: true };
    mended.set(number, { ...object, data: toRecordText({ ...record, isDone: false, mend }) });
  }
  return mended;
}

/**
 * At the end, where an earlier run had begun: a pull request that the source has changed or lost since may not need the
 * branch that was pushed for it, or not get back the one that was deleted.
 */
export async function dropUnusedBranches(
  context: Pick<PullRequestContext, 'repository' | 'branches'>,
): Promise<void> {
  const { isResumed, records, mirror, targetRefs } = context.repository;
  if (!isResumed) return;
  const all = await records.listObjects('branch');
  const rows = all.filter(({ sourceId }) => numberOfKept(sourceId) !== null);
  const refs = await targetRefs.list();
  // One that was opened again keeps the branches that it had.
  const recorded = new Set(all.flatMap((row) => (row.targetId === null ? [] : [row.sourceId])));
  const temporary = [...refs.keys()].filter(
    (ref) => isTemporary(context.branches, ref) && !recorded.has(ref),
  );
  const hashes = [...rows.map(({ sourceId }) => sourceId), ...temporary].flatMap(
    (ref) => refs.get(ref) ?? [],
  );
  const known = await resolveCommits({ ...mirror, hashes });
  // Commits that somebody else pushed there since are in no local mirror, and stay.
  const isOurs = (ref: string) => (known.get(refs.get(ref) ?? '') ?? null) !== null;
  const unused = temporary.filter(isOurs);
  for (const { sourceId: ref, targetId } of rows) {
    const there = refs.get(ref) ?? null;
    if (targetId !== null && there === null) {
      await records.forgetObjects('branch', [ref]);
      context.repository.warn(`${ref} was deleted on GitHub; it is no longer needed`);
    } else if (targetId === null && isOurs(ref)) unused.push(ref);
  }
  const changed = await findChangedBranches(
    context.repository,
    new Map(unused.flatMap((ref) => (refs.has(ref) ? [[ref, refs.get(ref) ?? ''] as const] : []))),
  );
  // People may have opened a pull request on it again.
  const inUse = unused.length === 0 ? new Map() : await branchesInUseThere(context.repository);
  await updateRefs(
    context,
    unused
      .filter((ref) => !changed.has(ref) && !inUse.has(ref))
      .map((ref) => ({ ref, to: null, expected: refs.get(ref) ?? null })),
  );
  for (const { sourceId, targetId } of rows)
    if (targetId === null) await records.forgetIntent('branch', sourceId);
}

function isTemporary({ head, base }: BranchNames, ref: string): boolean {
  const number = Number(/\/pr-(\d+)\/(?:head|base)$/.exec(ref)?.[1] ?? Number.NaN);
  return [head(number), base(number)].some((branch) => ref === `refs/heads/${branch}`);
}

const nothingToRepair = { texts: false, found: '', state: false, rewrites: [], foundTexts: {} };
