import type { Refs } from '../../../git/formats/refs.ts';
import { refNameProblems } from '../../../git/mirror/inspect.ts';
import type { RefUpdate, UpdatedRef } from '../../../git/push/update-remote-refs.ts';
import type { SkippedChange } from '../../../ports/records/run-results.ts';
import type { SyncContext } from '../../context/sync-context.ts';
import { planRefs, type RefLists, type RefPlan, refText } from '../../diff/refs/plan-refs.ts';
import { isOwnBranch } from '../../model/temporary-refs.ts';
import { type ClosedByPush, closedText, keepOpen } from '../closing/keep-open.ts';
import { branchesInUse, branchesInUseThere } from '../pull-requests/branches/branches-in-use.ts';

type Planning = Pick<
  SyncContext,
  'journal' | 'listed' | 'target' | 'targetName' | 'records' | 'signal'
>;

/**
 * Returns what the target's refs need.
 * @param source the refs of the source: as listed, or as the mirror has them
 */
export async function planFor(context: Planning, source: Refs): Promise<RefPlan> {
  const { refs: baseline, intended } = context.journal.current();
  const { target } = context.listed;
  const refused = refusedNames(source, baseline, context.target.limits.maxRefNameBytes);
  const possible = new Map([...source].filter(([ref]) => !refused.has(ref)));
  const kept = new Set((await context.records.listObjects('branch')).map((one) => one.sourceId));
  const names = [...new Set([...source.keys(), ...baseline.keys()])];
  const isOwn = (ref: string) => kept.has(ref) || isOwnBranch(ref, names);
  const lists = { source: possible, target, baseline, intended, isOwn };
  const plan = await planBesideUsed(context, lists);
  return { ...plan, skipped: [...refused.values(), ...plan.skipped] };
}

const noUse = {
  inUse: new Map(),
  inUseThere: new Map(),
  releasedThere: new Set<string>(),
} as const;

/** Pull requests matter only where a branch is to be deleted, and releases where a tag is. */
async function planBesideUsed(
  context: Planning,
  lists: Omit<RefLists, keyof typeof noUse>,
): Promise<RefPlan> {
  const plan = planRefs({ ...lists, ...noUse });
  const deletes = (prefix: string) =>
    plan.updates.some(({ ref, to }) => to === null && ref.startsWith(prefix));
  const branches = deletes('refs/heads/') && {
    inUse: branchesInUse(await context.records.listObjects('pull-request')),
    inUseThere: await branchesInUseThere(context),
  };
  const tags = deletes('refs/tags/') && { releasedThere: await releasedTags(context) };
  return planRefs({ ...lists, ...noUse, ...branches, ...tags });
}

async function releasedTags({
  target,
  targetName,
  signal,
}: Planning): Promise<ReadonlySet<string>> {
  const releases = await target.closure.listReleases({ ...targetName, signal });
  return new Set(releases.map(({ tag }) => `refs/tags/${tag}`));
}

function refusedNames(source: Refs, baseline: Refs, maxBytes: number): Map<string, SkippedChange> {
  const refused = new Map<string, SkippedChange>();
  for (const ref of source.keys()) {
    if (baseline.has(ref)) continue;
    const [problem] = refNameProblems([ref], maxBytes);
    if (problem === undefined) continue;
    refused.set(ref, { kind: 'refused', subject: refText(ref), reason: problem.message });
  }
  return refused;
}

/**
 * Before the first push: the state holds what is about to be pushed, so that a push whose end nobody saw is known for ours.
 */
export async function intend(context: Pick<SyncContext, 'journal'>, plan: RefPlan): Promise<void> {
  const intended = new Map(plan.updates.map(({ ref, to }) => [ref, to]));
  await context.journal.save({ refs: plan.baseline, intended });
}

/** The same for updates that come later in the same sync. */
export async function intendMore(
  { journal }: Pick<SyncContext, 'journal'>,
  updates: readonly Pick<RefUpdate, 'ref' | 'to'>[],
): Promise<void> {
  const { refs, intended } = journal.current();
  const more = updates.map(({ ref, to }) => [ref, to] as const);
  await journal.save({ refs, intended: new Map([...intended, ...more]) });
}

/** Pushes intended updates and records those that arrived. A ref that the target refuses is skipped. */
export async function pushUpdates(
  context: SyncContext,
  updates: readonly RefUpdate[],
): Promise<void> {
  if (updates.length === 0) return;
  const onTarget = [...context.listed.target.values()];
  const results = await keepOpen(context, {
    updates,
    push: () => context.targetRefs.update(updates, onTarget),
    onClosed: (closed) => noteClosed(context, closed),
  });
  const passing = results.find(({ failure }) => failure?.retry === 'yes')?.failure;
  const before = context.journal.current();
  const [refs, intended] = [new Map(before.refs), new Map(before.intended)];
  for (const [index, update] of updates.entries()) {
    const failure = results[index]?.failure ?? null;
    if (failure?.retry === 'yes') continue;
    intended.delete(update.ref);
    if (failure !== null) continue;
    arrived(refs, update);
    arrived(context.listed.target, update);
  }
  await context.journal.save({ refs, intended });
  for (const [index, update] of updates.entries()) count(context, update, results[index]);
  if (passing) throw passing;
}

export function noteClosed({ report }: Pick<SyncContext, 'report'>, closed: ClosedByPush): void {
  const kind = closed.isOpenAgain ? 'note' : 'conflict';
  report.left.push({
    kind,
    subject: `#${closed.number} on GitHub`,
    reason: closedText(closed),
  });
}

function arrived(refs: Map<string, string>, { ref, to }: RefUpdate): void {
  if (to === null) refs.delete(ref);
  else refs.set(ref, to);
}

function count(
  { report }: Pick<SyncContext, 'report'>,
  { ref, to, expected }: RefUpdate,
  result: UpdatedRef | undefined,
): void {
  const failure = result?.failure ?? null;
  if (failure === null) {
    report.refs[to === null ? 'deleted' : expected === null ? 'created' : 'moved'] += 1;
  } else if (failure.retry !== 'yes') {
    report.left.push({ kind: 'refused', subject: refText(ref), reason: failure.message });
  }
}
