import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import { fullName } from '../../../model/temporary-refs.ts';
import { requireOwnBranches } from '../../own-refs/intend-own-branches.ts';
import { updateRefs } from '../branches/update-refs.ts';
import { tryChange } from '../target/change-pull-request.ts';
import type { StateChange } from './merge.ts';

/**
 * Pull requests that an earlier run has opened onto real branches go onto temporary ones of their own: merging them there
 * adds nothing to a real branch, whose history comes from the source alone.
 * @returns those that can be merged, and those that have no such base or that the target does not let go there
 */
export async function retarget(
  context: WritingContext,
  toMerge: readonly StateChange[],
): Promise<{ toMerge: readonly StateChange[]; elsewhere: readonly StateChange[] }> {
  const others = toMerge.filter(({ onTarget, prepared }) => {
    const { branch, kind } = prepared.opening.base;
    return kind !== 'temporary' || onTarget.base.branch !== branch;
  });
  if (others.length === 0) return { toMerge, elsewhere: [] };
  const movable = others.filter(({ prepared }) => prepared.opening.base.kind === 'temporary');
  const there = await context.repository.targetRefs.list();
  const updates = movable.map(({ prepared: { opening } }) => {
    const ref = fullName(opening.base);
    return { ref, to: opening.base.commit, expected: there.get(ref) ?? null };
  });
  await requireOwnBranches(context.repository, updates);
  await updateRefs(context, updates);
  const moved = new Map<number, StateChange>();
  for (const one of movable) {
    const changed = await changeBase(context, one);
    if (changed !== null) moved.set(one.number, changed);
  }
  const staying = toMerge.filter((one) => !others.includes(one));
  return {
    toMerge: [...staying, ...moved.values()],
    elsewhere: others.filter(({ number }) => !moved.has(number)),
  };
}

/** `null`: the target refuses it, as where nothing lies between both branches. */
async function changeBase(context: WritingContext, one: StateChange): Promise<StateChange | null> {
  const { prepared, number } = one;
  const { branch: base, commit } = prepared.opening.base;
  const { repository } = context;
  const request = { number, change: { base }, isNewBranch: true };
  const { onTarget } = await tryChange(repository, request);
  if (onTarget !== null) return { ...one, onTarget, baseTip: commit };
  repository.warn(`Pull request ${prepared.number} could not be retargeted for merging`);
  return null;
}
