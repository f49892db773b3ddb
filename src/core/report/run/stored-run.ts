import type { TimedEvent } from '../../ports/records/events.ts';
import {
  type Migration,
  type RepositoryState,
  type StepState,
  stepNames,
} from '../../ports/records/migration.ts';
import { expectedView, expectedWork } from './expected-work.ts';
import { type LiveSnapshot, withSnapshot } from './live-snapshot.ts';
import { endWork } from './reduce-repository.ts';
import { pendingView, type RepositoryView, type StepView } from './repository-view.ts';
import { initialRunState, type RunState, reduceRunAll } from './run-state.ts';

/** Describes what is known of a run outside of its process. */
export interface StoredRun {
  readonly migration: Migration | null;
  readonly repositories: readonly RepositoryState[];
  /** Of those that are worked on, by slug. */
  readonly steps: ReadonlyMap<string, readonly StepState[]>;
  /** Recorded events of all runs of the migration, oldest first. */
  readonly events: readonly TimedEvent[];
  readonly snapshot: LiveSnapshot | null;
  /** Nobody works on it any more. */
  readonly isOver: boolean;
}

/** The state that the process of the run has, from what it has stored. Pure. */
export function runFromStore(stored: StoredRun): RunState {
  const { migration, snapshot } = stored;
  const recorded = reduceRunAll(initialRunState, stored.events);
  const run = { ...recorded, repositories: repositoriesOf(stored, recorded) };
  if (migration === null) return run;
  const known = {
    ...run,
    migration: migration.id,
    workspace: migration.source.workspace,
    organization: migration.target.organization,
  };
  if (stored.isOver) return ended(known, { ...stored, migration });
  // The lease is held and no run has begun: the checks come first.
  if (known.status === 'starting') return { ...known, status: 'checking' };
  return snapshot === null ? known : withSnapshot(known, snapshot);
}

function ended(run: RunState, stored: StoredRun & { migration: Migration }): RunState {
  const { status, createdAt } = stored.migration;
  const hasCompleted = status === 'completed' || status === 'completed_with_failures';
  const finishedAt = run.finishedAt ?? lastSign(stored);
  // A pause ends with the run at the latest.
  const pause = run.heldSince === null ? [] : [{ from: run.heldSince, to: finishedAt }];
  return {
    ...run,
    // One that nobody works on, and that has not ended, was interrupted.
    status: hasCompleted ? status : 'paused',
    startedAt: run.startedAt ?? createdAt,
    finishedAt,
    heldSince: null,
    leastShare: 0,
    pauses: [...run.pauses, ...pause],
    repositories: new Map(
      [...run.repositories].map(([source, view]) => [source, endWork(view)] as const),
    ),
  };
}

/** When a run that was killed last wrote something. */
function lastSign({ migration, repositories, events }: StoredRun & { migration: Migration }) {
  let last = Math.max(migration.updatedAt, events.at(-1)?.at ?? 0);
  for (const { startedAt, finishedAt } of repositories) {
    last = Math.max(last, startedAt ?? 0, finishedAt ?? 0);
  }
  return last;
}

function repositoriesOf(
  { repositories, steps, events }: StoredRun,
  recorded: RunState,
): ReadonlyMap<string, RepositoryView> {
  const { startedAt } = recorded;
  const states = new Map(repositories.map((state) => [state.source, state]));
  const expected = expectedWork(events);
  const views = new Map<string, RepositoryView>();
  for (const [source, view] of recorded.repositories) {
    const state = states.get(source);
    const known = { view, steps: steps.get(source) ?? [], since: startedAt ?? 0 };
    views.set(source, state === undefined ? view : ofThisRun(state, known));
  }
  for (const state of repositories) {
    if (views.has(state.source)) continue;
    const known = expectedView({ ...state, ...expected.get(state.source) });
    views.set(state.source, { ...viewOf(state, known), endedEarlier: startedAt !== null });
  }
  return views;
}

/** Hides the state that an earlier run has left of a repository, until this run has come to it. */
function ofThisRun(
  state: RepositoryState,
  { view, steps, since }: { view: RepositoryView; steps: readonly StepState[]; since: number },
): RepositoryView {
  const { status, startedAt, finishedAt } = state;
  const { warnings } = view;
  const pending = { ...pendingView(view), warnings };
  if (status === 'pending') return pending;
  const hasStarted = (startedAt ?? 0) >= since;
  if (status === 'running' || status === 'waiting') {
    if (!hasStarted) return pending;
    return { ...pending, ...stepsOf(steps), status: 'running', startedAt, webUrl: state.webUrl };
  }
  // Events of its start are not recorded.
  if (view.status === status) return { ...view, startedAt: hasStarted ? startedAt : null };
  return (finishedAt ?? 0) < since ? pending : { ...viewOf(state, view), warnings };
}

function viewOf(state: RepositoryState, known: Partial<RepositoryView> = {}): RepositoryView {
  const { status, refs, webUrl, reason, failure, startedAt, finishedAt } = state;
  return {
    ...pendingView({ ...known, source: state.source, target: state.target }),
    ...{ status, refs, webUrl, reason, failure, startedAt, finishedAt },
  };
}

function stepsOf(
  states: readonly StepState[],
): Pick<RepositoryView, 'step' | 'steps' | 'stepsDone'> {
  const views: StepView[] = [];
  for (const step of stepNames) {
    const state = states.find(({ name }) => name === step);
    if (state === undefined || state.status === 'pending') continue;
    const { name, status, summary } = state;
    views.push({ name, status, summary, startedAt: null, finishedAt: null });
  }
  return {
    steps: views,
    step: views.find(({ status }) => status === 'running')?.name ?? null,
    stepsDone: views.filter(({ status }) => status === 'done' || status === 'skipped').length,
  };
}
