import type { Refs } from '../../../../git/formats/refs.ts';
import { inParallel } from '../../../../kernel/async/in-parallel.ts';
import { MigratorError } from '../../../../kernel/errors.ts';
import type { TargetPullRequest } from '../../../../ports/pull-request-target.ts';
import { pullRequestsOf } from '../../../actual/find-written.ts';
import type { WritingContext } from '../../../context/pull-requests/pull-request-context.ts';
import type { CreatedAs, PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import { fullName } from '../../../model/temporary-refs.ts';
import { findChangedBranches } from '../../own-refs/intend-own-branches.ts';
import { updateRefs } from '../branches/update-refs.ts';
import { changePullRequest, tryChange } from '../target/change-pull-request.ts';
import { mergeByPush, mergeByRequest, type StateChange } from './merge.ts';
import { findMergedBases } from './merged-bases.ts';
import { retarget } from './retarget.ts';

/** By number on the source. */
export interface AppliedStates {
  /** In which way they differ from what they were. */
  readonly differences: ReadonlyMap<number, string>;
  /** Branches of each on the target: an earlier run may have opened it between others. */
  readonly branches: ReadonlyMap<
    number,
    { readonly head: string; readonly headCommit: string; readonly base: string }
  >;
}

/**
 * Gives the pull requests of a batch the state that they had: merged by a push of their bases, and by request where the
 * target does not take that for a merge; closed; and then their temporary branches are taken away.
 * @param options.batch those that were prepared: some of them may not have been needed
 */
export async function applyStates(
  context: WritingContext,
  {
    created,
    batch,
    onMerged = () => {},
  }: {
    created: readonly CreatedAs[];
    batch: readonly PreparedPullRequest[];
    /** Called after each merge by request. */
    onMerged?: () => void;
  },
): Promise<AppliedStates> {
  const differences = new Map<number, string>();
  const open: StateChange[] = [];
  const all = await readStates(context, created);
  for (const one of all) {
    if (one.onTarget.state === 'open' || (await isReopened(context, one))) open.push(one);
    else if (!one.onTarget.isMerged && one.prepared.outcome !== 'closed') {
      // Somebody may have closed it on purpose: it stays so.
      const { number } = one.prepared;
      differences.set(number, 'closed on GitHub by someone else');
      context.repository.warn(
        `Pull request ${number} was closed on GitHub by someone else and stays closed`,
      );
    }
  }
  const merged = open.filter(({ prepared }) => prepared.outcome === 'merged');
  const { toMerge, elsewhere } = await retarget(context, merged);
  const unmarked = await mergeByPush(context, toMerge);
  const unmerged = [...(await mergeByRequest(context, unmarked, onMerged)), ...elsewhere];
  const toClose = open.filter(({ prepared }) => prepared.outcome === 'closed');
  const concurrency = context.repository.target.limits.concurrentWrites;
  await inParallel([...toClose, ...unmerged], { concurrency }, ({ number }) =>
    changePullRequest(context.repository, { number, change: { state: 'closed' } }),
  );
  const heads = new Set(
    all.flatMap(({ prepared, onTarget }) => [prepared.opening.head.commit, onTarget.head.commit]),
  );
  await removeTemporaryBranches(context, { batch, heads });
  for (const { prepared } of unmerged) {
    differences.set(prepared.number, 'closed, because GitHub did not merge it');
  }
  const branches = new Map(
    [...all, ...toMerge].map(({ prepared, onTarget: { head, base } }) => [
      prepared.number,
      { head: head.branch, headCommit: head.commit, base: base.branch },
    ]),
  );
  return { differences, branches };
}

/**
 * Opens a pull request again that was merged on the source and closed by somebody meanwhile: a closed one cannot be
 * merged.
 */
async function isReopened(
  { repository }: WritingContext,
  { number, onTarget, prepared }: StateChange,
): Promise<boolean> {
  if (onTarget.isMerged || prepared.outcome !== 'merged') return false;
  const { onTarget: now } = await tryChange(repository, { number, change: { state: 'open' } });
  return now?.state === 'open';
}

async function readStates(
  context: WritingContext,
  batch: readonly CreatedAs[],
): Promise<readonly StateChange[]> {
  const numbers = new Map(batch.map((one) => [one.number, one]));
  const found: StateChange[] = [];
  const remote = await tips(context, batch);
  if (numbers.size === 0) return [];
  for await (const onTarget of pullRequestsOf(context, [...numbers.keys()])) {
    const one = numbers.get(onTarget.number);
    if (one === undefined) continue;
    numbers.delete(onTarget.number);
    found.push(stateChange(one, onTarget, remote));
  }
  // A list that does not show the newest ones yet.
  for (const one of numbers.values()) found.push(await findOne(context, { one, remote }));
  return found;
}

/** Lists refs where an earlier run may have moved them; the ones that were pushed a moment ago are known. */
async function tips(
  { repository }: WritingContext,
  batch: readonly CreatedAs[],
): Promise<Refs | null> {
  return batch.every(({ isNew }) => isNew) ? null : repository.targetRefs.list();
}

function stateChange(
  one: CreatedAs,
  onTarget: TargetPullRequest,
  remote: Refs | null,
): StateChange {
  const { base } = one.prepared.opening;
  const baseTip = remote === null ? base.commit : (remote.get(fullName(base)) ?? null);
  return { ...one, onTarget, baseTip };
}

/** @throws `not-found`, which passes where the target does not show it yet */
async function findOne(
  { repository }: WritingContext,
  { one, remote }: { one: CreatedAs; remote: Refs | null },
): Promise<StateChange> {
  const { target, signal, targetName, targetFullName } = repository;
  const name = { ...targetName, number: one.number, signal };
  const onTarget = await target.pullRequests.find(name);
  if (onTarget !== null) return stateChange(one, onTarget, remote);
  throw new MigratorError(
    'not-found',
    `${target.hostname} does not show pull request ${one.number} in ${targetFullName}, which was created earlier`,
    { hint: 'Resume later: the host may not show it everywhere yet.', retry: 'yes' },
  );
}

/** Last of all: the target closes an open pull request whose branch goes. */
async function removeTemporaryBranches(
  context: WritingContext,
  {
    batch,
    heads,
  }: { readonly batch: readonly PreparedPullRequest[]; readonly heads: ReadonlySet<string> },
): Promise<void> {
  const { targetRefs } = context.repository;
  // Of both kinds for each: an earlier run may have opened it between others than this one would.
  const { head, base } = context.branches;
  const branches = batch.flatMap(({ number, outcome, opening }) => {
    if (outcome === 'open') return [];
    const beside = opening.base.kind === 'temporary' ? [opening.base.branch] : [];
    return [...new Set([head(number), base(number), ...beside])].map((one) => `refs/heads/${one}`);
  });
  if (branches.length === 0) return;
  const remote = await targetRefs.list();
  const there = new Map(
    branches.flatMap((ref) => {
      const oid = remote.get(ref);
      return oid === undefined ? [] : [[ref, oid] as const];
    }),
  );
  // What somebody has pushed there since stays.
  const unknown = await findChangedBranches(context.repository, there);
  const merged = await findMergedBases(
    context,
    new Map([...there].filter(([ref]) => unknown.has(ref))),
    heads,
  );
  const changed = unknown.difference(merged);
  await updateRefs(
    context,
    [...there]
      .filter(([ref]) => !changed.has(ref))
      .map(([ref, expected]) => ({ ref, to: null, expected })),
  );
}
