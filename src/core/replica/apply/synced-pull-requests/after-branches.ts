import { areAncestors } from '../../../git/history/ancestry.ts';
import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { pullRequestsOf } from '../../actual/find-written.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { syncing } from '../../diff/pull-requests/update-policy.ts';
import type { RecordedPullRequest } from '../../recorded/pull-requests/existing-pull-request.ts';
import type { PullRequestRecord } from '../../recorded/pull-requests/pull-request-record.ts';
import { readingNotes } from '../../recorded/pull-requests/reading-notes.ts';
import { applyStates } from '../pull-requests/merge/apply-states.ts';
import { waitUntilMarked } from '../pull-requests/merge/merge.ts';
import { type Updated, updatePullRequest } from '../pull-requests/update/update-pull-request.ts';
import { describeOtherBase, describeSkipped } from './describe-skipped.ts';
import { dropKeptBranches, pushKeptHeads } from './kept-branches.ts';
import { type IntendRef, reopen } from './reopen.ts';

const notReopened = 'closed: GitHub does not reopen it';

/** Describes what became of one pull request that the target had. */
export interface Finished extends Pick<Updated, 'comments' | 'isChanged' | 'refused'> {
  readonly one: RecordedPullRequest;
  /** Its state on the target was changed, or found changed by the push of its base. */
  readonly hasNewState: boolean;
  /** Parts that stay as they are, and why. */
  readonly skipped: readonly string[];
  /** How it has to differ from the source. */
  readonly notes: readonly string[];
}

/** Brings the pull requests that the target has to what the source has now: texts and fields first, then their states. */
export async function finishExisting(
  context: PullRequestContext,
  existing: readonly RecordedPullRequest[],
  intendRef: IntendRef,
): Promise<readonly Finished[]> {
  await context.attachments.push();
  const foreign = await pushKeptHeads(context, existing);
  const concurrency = context.repository.target.limits.concurrentWrites;
  const all = await inParallel(existing, { concurrency }, async (one) => {
    context.stopIfDraining();
    return { one, updated: await updatePullRequest(context, one, syncing) };
  });
  const states = await changeStates(context, existing, intendRef);
  const ended = existing.filter(
    ({ prepared, record }) => record.outcome === 'open' && prepared.outcome !== 'open',
  );
  await dropKeptBranches(
    context,
    ended.map(({ prepared }) => prepared),
  );
  const finished: Finished[] = [];
  for (const { one, updated } of all) {
    const { number } = one.prepared;
    const { comments, isChanged, refused, skippedFields, skippedTexts } = updated;
    const state = states.get(number);
    const branch = foreign.has(number) ? ['its branch was changed on GitHub'] : [];
    const texts = describeSkipped(skippedTexts);
    finished.push({
      ...{ one, comments, isChanged, refused, notes: describeOtherBase(one) },
      skipped: [...skippedFields, ...texts, ...branch, ...(state?.skipped ?? [])],
      hasNewState: await save(one, updated, state),
    });
  }
  return finished;
}

/** Describes what the target has of a pull request whose state has changed. */
interface NewState {
  readonly skipped: readonly string[];
  readonly difference: string | null;
  readonly head: { readonly branch: string; readonly commit: string };
  readonly base: string;
  readonly isDraft: boolean;
}

async function changeStates(
  context: PullRequestContext,
  existing: readonly RecordedPullRequest[],
  intendRef: IntendRef,
): Promise<ReadonlyMap<number, NewState>> {
  const ending = existing.filter(
    ({ prepared, record }) => record.outcome === 'open' && prepared.outcome !== 'open',
  );
  const reopening = existing.filter(({ prepared, record }) => {
    const wasClosed = record.state === 'declined' || record.state === 'superseded';
    return wasClosed && prepared.outcome !== 'closed';
  });
  const left = new Map<number, readonly string[]>();
  const reopened: RecordedPullRequest[] = [];
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
      skipped: [...(left.get(own) ?? []), ...(difference === null ? [] : [`it is ${difference}`])],
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
  ending: readonly RecordedPullRequest[],
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
  { prepared }: RecordedPullRequest,
  record: PullRequestRecord,
  state: NewState | undefined,
): Pick<PullRequestRecord, 'outcome'> & { difference: string | null } {
  const outcome = state === undefined ? record.outcome : prepared.outcome;
  const staysClosed = prepared.outcome === 'open' && outcome === 'closed';
  const difference = state?.difference ?? (staysClosed ? notReopened : null);
  return { outcome: difference === null ? outcome : 'closed', difference };
}

/** @returns whether its state on the target has changed */
async function save(
  one: RecordedPullRequest,
  { kept, refused }: Updated,
  state: NewState | undefined,
): Promise<boolean> {
  const { prepared } = one;
  const { opening, pullRequest } = prepared;
  const record = kept.current() ?? one.record;
  const isOpen = prepared.outcome === 'open';
  const { outcome, difference } = endOf(one, record, state);
  // What stays closed keeps the commits that it had.
  const isOpenThere = isOpen && difference === null;
  const head = isOpenThere ? opening.head.commit : '';
  await kept.save({
    ...readingNotes(prepared, { more: difference === null ? [] : [difference], refused }),
    head: head || (state?.head.commit ?? record.head),
    headBranch: state?.head.branch ?? (record.headBranch || (isOpen ? opening.head.branch : '')),
    base: state?.base ?? record.base,
    outcome,
    isDraft: isOpenThere ? (record.isDraft ?? state?.isDraft ?? null) : null,
  });
  return one.record.state !== (pullRequest?.state ?? null) && state !== undefined;
}
