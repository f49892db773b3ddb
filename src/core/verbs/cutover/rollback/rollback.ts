import { ChangedOther } from '../../../replica/apply/steps/replaced/change-exactly.ts';
import { requireMarkerKey } from '../../../replica/context/require-marker-key.ts';
import { unlockSource } from '../lock/lock-source.ts';
import { mustBeUnopened, openedElsewhere } from '../lock/opened-elsewhere.ts';
import { unlockedText } from '../lock/unlock-repository.ts';
import { cutoverSteps } from '../run/checklist.ts';
import { forEach, type PhaseWork } from '../run/in-phase.ts';
import { createRoomGate } from './await-room.ts';
import { checkRollback } from './check-rollback.ts';
import { compareLists } from './compare-lists.ts';
import { findWork } from './find-work.ts';
import { readJournal, recordBegun, recordDone } from './journal.ts';
import { locate } from './locate.ts';
import { archive, deleteTarget, putAside, restore, type TargetRemoval } from './remove-target.ts';
import {
  type CheckedTarget,
  type RollbackCheck,
  type RollbackRun,
  type RollbackStep,
  type RolledBack,
  rollbackSteps,
} from './rollback-request.ts';

export type RollbackOutcome =
  /** Nothing was written: it was a dry run, or nothing can be rolled back. */
  | { readonly kind: 'checked'; readonly check: RollbackCheck }
  | {
      readonly kind: 'finished';
      readonly check: RollbackCheck;
      readonly repositories: readonly RolledBack[];
      /** Changes of others in other repositories of the owner. Hostile. */
      readonly others: readonly string[];
    };

/**
 * Takes targets away on which nobody has worked, and unlocks their sources; all others stay as they are, with their sources
 * locked, so that there are never two live copies. Each step is journaled: after a kill the next run continues there.
 * @throws MigratorError where a step fails; what is done stays done
 */
export async function rollback(
  run: RollbackRun,
  { dryRun }: { readonly dryRun: boolean },
): Promise<RollbackOutcome> {
  await requireMarkerKey(run.services, run.migration);
  run.onProgress?.({ type: 'begun', phase: 'check' });
  const check = await checkRollback(run);
  const ready = check.repositories.filter(({ state }) => state.kind === 'ready');
  reportChecked(run, check);
  if (dryRun || ready.length === 0) return { kind: 'checked', check };
  await run.confirm(check);
  const done = await rollBackAll(run, check, ready);
  run.onProgress?.({ type: 'begun', phase: 'compare' });
  const after = await run.services.target.closure.listRepositories({
    ...{ owner: check.owner, signal: run.signal },
  });
  run.onProgress?.({ type: 'ended', phase: 'compare' });
  const ours = new Set(ready.map(({ targetId }) => targetId));
  const outcomes = new Map(done.map((one) => [one.source, one]));
  return {
    kind: 'finished',
    check,
    repositories: check.repositories.map(
      (one) => outcomes.get(one.planned.source) ?? untouched(one),
    ),
    others: compareLists(check.before, after, ours),
  };
}

async function rollBackAll(
  run: RollbackRun,
  check: RollbackCheck,
  ready: readonly CheckedTarget[],
): Promise<readonly RolledBack[]> {
  const bySource = new Map(ready.map((one) => [one.planned.source, one]));
  const { expected } = check;
  const enter = createRoomGate({ ...run, expected: [expected.source, expected.target] });
  return forEach(run, begunFirst(ready), async (work) => {
    const { source, target } = work.planned;
    run.onProgress?.({ type: 'entered', phase: 'aside', source });
    const leave = await enter(AbortSignal.any([work.signal, run.drain]));
    try {
      const one = { ...work, ...must(bySource.get(source)) };
      const rolledBack = await rollBackOne(reporting(run), check, one);
      run.onProgress?.({ type: 'left', source });
      return rolledBack;
    } catch (error) {
      if (!(error instanceof ChangedOther)) throw error;
      // At once: the comparison at the end may fail.
      run.onStep({ step: 'restore', source, summary: error.message, isNotable: true });
      const left = goneSince(source, target);
      return { ...left, reasons: [error.message, ...left.reasons] };
    } finally {
      leave();
    }
  });
}

/** Puts those first that an earlier rollback may have left archived, with their sources locked. */
function begunFirst(ready: readonly CheckedTarget[]): readonly CheckedTarget[] {
  const isBegun = ({ state }: CheckedTarget) => state.kind === 'ready' && state.isBegun;
  return [...ready.filter(isBegun), ...ready.filter((one) => !isBegun(one))];
}

/** Says what lies before each step. */
function reportChecked(
  { onProgress, deletes }: RollbackRun,
  { repositories }: RollbackCheck,
): void {
  const left = repositories
    .filter(({ state }) => state.kind === 'ready')
    .map(({ planned }) => planned.source);
  const done = repositories.filter(({ state }) => state.kind === 'done').length;
  onProgress?.({ type: 'expected', phase: 'check', total: repositories.length, left: [] });
  onProgress?.({ type: 'ended', phase: 'check' });
  for (const phase of stepsOf(deletes)) {
    onProgress?.({ type: 'expected', phase, total: left.length + done, left });
  }
}

function stepsOf(deletes: boolean): readonly RollbackStep[] {
  return rollbackSteps.filter((step) => deletes || step !== 'delete');
}

/** Says also into which step a repository comes by one that is done. */
function reporting(run: RollbackRun): RollbackRun {
  return {
    ...run,
    onStep(done) {
      run.onStep(done);
      const steps: readonly string[] = stepsOf(run.deletes);
      const next = steps[steps.indexOf(done.step) + 1];
      if (done.step === 'restore' || next === undefined) return;
      run.onProgress?.({ type: 'entered', phase: next, source: done.source });
    },
  };
}

function must(one: CheckedTarget | undefined): CheckedTarget {
  if (one === undefined) throw new TypeError('a repository that was not checked');
  return one;
}

function untouched({ planned: { source }, state }: CheckedTarget): RolledBack {
  return state.kind === 'left'
    ? { kind: 'left', source, reasons: state.reasons }
    : { kind: 'done', source };
}

async function rollBackOne(
  run: RollbackRun,
  check: RollbackCheck,
  one: PhaseWork & CheckedTarget,
): Promise<RolledBack> {
  const { services, onStep } = run;
  const { records, planned, targetId, signal } = one;
  const { source } = planned;
  const journal = readJournal(await records.listObjects('rollback'), targetId);
  const away: TargetRemoval = { ...one, run, check, journal };
  const now = await locate(services.target, { ...check, ...one }, journal);
  let keptAs: string | null = null;
  if (now === null) {
    if (!journal.begun.has('delete')) {
      return goneSince(source, planned.target);
    }
    await recordDone(records, 'delete', targetId);
  } else {
    keptAs = await putAside(away, now);
    onStep({ step: 'aside', source, summary: `renamed to ${keptAs}` });
    if (!(await archive(away, keptAs))) return goneSince(source, keptAs);
    onStep({ step: 'archive', source, summary: 'archived: nobody can change it now' });
    // The last look, now that nothing can come any more.
    const reasons = await findWork({ ...run, place: check, one, name: keptAs, signal });
    if (reasons.length > 0)
      return leave(away, { ...journal, keptAs, wasArchived: now.archived }, reasons);
    if (run.deletes) {
      if (!(await deleteTarget(away, keptAs))) return goneSince(source, keptAs);
      onStep({ step: 'delete', source, summary: `${keptAs} deleted` });
      keptAs = null;
    }
  }
  return { kind: 'rolled-back', source, keptAs, ...(await unlock(run, check, one)) };
}

/** Its source stays locked: the target may live on under another name. */
function goneSince(source: string, name: string): Extract<RolledBack, { kind: 'left' }> {
  const reasons = [`${name} disappeared since it was checked, or someone renamed it`];
  return { kind: 'left', source, reasons };
}

/** People have worked on it since the first look. */
async function leave(
  away: TargetRemoval,
  was: Pick<TargetRemoval['journal'], 'aside' | 'done'> & {
    readonly keptAs: string;
    readonly wasArchived: boolean;
  },
  reasons: readonly string[],
): Promise<RolledBack> {
  const { run, planned } = away;
  const { source } = planned;
  // Its source is unlocked already: opening it again would make two live copies.
  if (was.done.has('unlock')) return { kind: 'left', source, reasons };
  const name = await restore(away, was.keptAs, was.aside?.wasArchived ?? was.wasArchived);
  if (name === null) return goneSince(source, was.keptAs);
  run.onStep({
    step: 'restore',
    source,
    summary: `${name} has its old name back: people are working in it`,
    isNotable: true,
  });
  const renamed = name === planned.target ? [] : [`its name was taken: it is ${name} now`];
  return { kind: 'left', source, reasons: [...reasons, ...renamed] };
}

async function unlock(
  run: RollbackRun,
  { lock }: RollbackCheck,
  one: PhaseWork & CheckedTarget,
): Promise<Pick<Extract<RolledBack, { kind: 'rolled-back' }>, 'unlocked' | 'notes'>> {
  const { records, planned, targetId } = one;
  await recordBegun(records, 'unlock', targetId);
  const openedBy = await openedElsewhere(run.services.store, run.migration);
  const requireUnopened = () => mustBeUnopened(openedBy, one);
  const unlocked = await unlockSource(run, lock, { ...one, requireUnopened });
  await records.forgetObjects('cutover', cutoverSteps);
  await recordDone(records, 'unlock', targetId);
  const notes = (await records.listObjects('cutover')).filter((row) => row.targetId).length;
  const done = { source: planned.source, summary: unlockedText(unlocked) };
  if (one.isLocked || unlocked.removed > 0) run.onStep({ step: 'unlock', ...done });
  else run.onProgress?.({ type: 'passed', phase: 'unlock', ...done, isAbsent: true });
  return { unlocked, notes };
}
