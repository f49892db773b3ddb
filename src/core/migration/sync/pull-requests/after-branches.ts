import { areAncestors } from '../../../git/history/ancestry.ts';
import { inParallel } from '../../../kernel/async/in-parallel.ts';
import type { PullRequestContext } from '../../pull-requests/context/pull-request-context.ts';
import { applyStates } from '../../pull-requests/merge/apply-states.ts';
import { waitUntilMarked } from '../../pull-requests/merge/merge.ts';
import {
  type PullRequestRecord,
  toRecordText,
} from '../../pull-requests/records/pull-request-record.ts';
import { pullRequestsOf } from '../../pull-requests/target/find-written.ts';
import type { Standing } from '../context/standing.ts';
import { dropKeptBranches, pushKeptHeads } from './kept-branches.ts';
import { type IntendRef, reopen } from './reopen.ts';
import { type Updated, updateStanding } from './update-standing.ts';

const notReopened = 'closed: the target does not reopen it';

/** Describes what became of one pull request that the target had. */
export interface Finished extends Updated {
  /** Its state on the target was changed, or found changed by the push of its base. */
  readonly hasNewState: boolean;
}

/** Brings the pull requests that the target has to what the source has now: texts and fields first, then their states. */
export async function finishStanding(
  context: PullRequestContext,
  standing: readonly Standing[],
  intendRef: IntendRef,
): Promise<readonly Finished[]> {
  await context.attachments.push();
  const foreign = await pushKeptHeads(context, standing);
  const concurrency = context.repository.target.limits.concurrentWrites;
  const updated = await inParallel(standing, { concurrency }, async (one) => {
    context.stopIfDraining();
    return updateStanding(context, one);
  });
  const states = await changeStates(context, standing, intendRef);
  const ended = standing.filter(
    ({ prepared, record }) => record.outcome === 'open' && prepared.outcome !== 'open',
  );
  await dropKeptBranches(
    context,
    ended.map(({ prepared }) => prepared),
  );
  const finished: Finished[] = [];
  for (const one of updated) {
    const { number } = one.one.prepared;
    const left = foreign.has(number) ? ['its branch was changed on the target'] : [];
    const updatedOne = { ...one, left: [...one.left, ...left] };
    finished.push(await save(context, updatedOne, states.get(number)));
  }
  return finished;
}

/** Describes what the target has of a pull request whose state has changed. */
interface NewState {
  readonly left: readonly string[];
  readonly difference: string | null;
  readonly head: { readonly branch: string; readonly commit: string };
  readonly base: string;
  readonly isDraft: boolean;
}

async function changeStates(
  context: PullRequestContext,
  standing: readonly Standing[],
  intendRef: IntendRef,
): Promise<ReadonlyMap<number, NewState>> {
  const ending = standing.filter(
    ({ prepared, record }) => record.outcome === 'open' && prepared.outcome !== 'open',
  );
  const reopening = standing.filter(({ prepared, record }) => {
    const wasClosed = record.state === 'declined' || record.state === 'superseded';
    return wasClosed && prepared.outcome !== 'closed';
  });
  const left = new Map<number, readonly string[]>();
  const reopened: Standing[] = [];
  for (const one of reopening) {
    context.stopIfDraining();
    const why = await reopen(context, one, intendRef);
    if (why === null) reopened.push(one);
    else left.set(one.prepared.number, [why]);
  }
  const changing = [...ending, ...reopened.filter(({ prepared }) => prepared.outcome === 'merged')];
  await waitForNatural(context, ending);
  const created = changing.map(({ prepared, number }) => ({
    ...{ prepared, number, isNew: false, webUrl: '' },
  }));
  const batch = changing.map(({ prepared }) => prepared);
  const differences =
    created.length === 0
      ? new Map<number, string>()
      : (await applyStates(context, { created, batch })).differences;
  const all = [...ending, ...reopening];
  const found = new Map<number, NewState>();
  if (all.length === 0) return found;
  const byNumber = new Map(all.map((one) => [one.number, one.prepared.number]));
  for await (const { number, head, base, isMerged, isDraft, state } of pullRequestsOf(context, [
    ...byNumber.keys(),
  ])) {
    const own = byNumber.get(number) ?? 0;
    const difference = differences.get(own) ?? null;
    const isClosed = state === 'closed' && !isMerged;
    const stays = isClosed && reopening.some(({ number: one }) => one === number);
    found.set(own, {
      left: [...(left.get(own) ?? []), ...(difference === null ? [] : [`it is ${difference}`])],
      difference: difference ?? (stays ? notReopened : null),
      ...{ head, base: base.branch, isDraft },
    });
  }
  return found;
}

/**
 * Waits for pull requests whose real base contains their head now: the target marks them as merged some time after the
 * push.
 */
async function waitForNatural(
  context: PullRequestContext,
  ending: readonly Standing[],
): Promise<void> {
  const merged = ending.filter(({ prepared }) => prepared.outcome === 'merged');
  if (merged.length === 0) return;
  const refs = await context.repository.readRefs();
  const pairs = merged.map(({ prepared, record }) => ({
    ancestor: prepared.opening.head.commit,
    descendant: refs.get(`refs/heads/${record.base}`) ?? '',
  }));
  const { history, repository } = context;
  const isIn = await areAncestors({ ...repository.mirror, history, pairs });
  const natural = merged.filter((_, index) => isIn[index] === true);
  if (natural.length > 0) await waitUntilMarked(context, natural);
}

/** In which state it ends on the target, and how that differs from the source. Pure. */
function endOf(
  { one: { prepared }, record }: Updated,
  state: NewState | undefined,
): Pick<PullRequestRecord, 'outcome'> & { difference: string | null } {
  const outcome = state === undefined ? record.outcome : prepared.outcome;
  const staysClosed = prepared.outcome === 'open' && outcome === 'closed';
  const difference = state?.difference ?? (staysClosed ? notReopened : null);
  return { outcome: difference === null ? outcome : 'closed', difference };
}

async function save(
  { repository }: PullRequestContext,
  updated: Updated,
  state: NewState | undefined,
): Promise<Finished> {
  const { one, refused } = updated;
  const { prepared } = one;
  const { opening, pullRequest } = prepared;
  const isOpen = prepared.outcome === 'open';
  const { outcome, difference } = endOf(updated, state);
  const changes = difference === null ? prepared.changes : [...prepared.changes, difference];
  // What stays closed keeps the commits that it had.
  const isOpenThere = isOpen && difference === null;
  const hadState = one.record.state !== (pullRequest?.state ?? null);
  const record = {
    ...updated.record,
    isDone: refused.length === 0,
    state: pullRequest?.state ?? null,
    laterState: null,
    changes: [...changes],
    leftImages: [...prepared.leftImages],
    comments: prepared.comments,
    tasks: prepared.tasks,
    head:
      isOpenThere && opening.head.commit !== ''
        ? opening.head.commit
        : (state?.head.commit ?? updated.record.head),
    headBranch:
      state?.head.branch ?? (updated.record.headBranch || (isOpen ? opening.head.branch : '')),
    base: state?.base ?? updated.record.base,
    outcome,
    isDraft: isOpenThere ? (updated.record.isDraft ?? state?.isDraft ?? null) : null,
    revision: pullRequest?.revision ?? '',
    updatedAt: pullRequest?.updatedAt ?? '',
  };
  const text = toRecordText(record);
  await repository.records.saveObjectData('pull-request', one.object.sourceId, text);
  return {
    ...updated,
    record,
    hasNewState: hadState && state !== undefined,
    left: [...updated.left, ...(state?.left ?? [])],
  };
}
