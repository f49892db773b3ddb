import { assertNever } from '../../kernel/errors.ts';
import type { BudgetView } from '../../network/budgets.ts';
import type { EventOf, TimedEvent } from '../../ports/records/events.ts';
import type { MigrationStatus } from '../../ports/records/migration.ts';
import type { RunCounts } from '../../ports/records/run-results.ts';
import { expectedView } from './expected-work.ts';
import { learn, moved, noPace, type Pace } from './pace.ts';
import {
  earlierView,
  endWork,
  type RepositoryEvent,
  reduceRepository,
} from './reduce-repository.ts';
import { type Pause, pendingView, type RepositoryView, type WaitView } from './repository-view.ts';
import { workDone } from './work-done.ts';
import { addSample, isSampleDue, type WorkSamples } from './work-samples.ts';

export type { RepositoryView } from './repository-view.ts';

/** A run as of its latest event: the one source of everything that is shown. */
export interface RunState {
  readonly migration: string | null;
  /** It syncs repositories that were migrated before. */
  readonly isSync: boolean;
  readonly status: 'starting' | 'checking' | Exclude<MigrationStatus, 'pending' | 'cancelled'>;
  /** When a person paused it; `null`: it is not paused. Milliseconds since 1970, like every time here. */
  readonly heldSince: number | null;
  /** Pauses that have ended, oldest first. */
  readonly pauses: readonly Pause[];
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly workspace: string | null;
  readonly organization: string | null;
  readonly workers: number;
  /** How many processes work on it. */
  readonly processes: number;
  /** Repositories of this run in the order of the plan, then the ones that earlier runs have finished. */
  readonly repositories: ReadonlyMap<string, RepositoryView>;
  /** Wait of the run itself, before there are repositories. */
  readonly wait: WaitView | null;
  /** Of the whole migration; known when the run has finished. */
  readonly counts: RunCounts | null;
  /** Share of the work that was through at some time of a run that is under way: what is shown never falls. */
  readonly leastShare: number;
  /** How much was done when. */
  readonly samples: WorkSamples;
  /** Speed of the run so far: the time left is estimated from it. */
  readonly pace: Pace;
  /** Hourly limits of both hosts, as last read. */
  readonly budgets: readonly BudgetView[];
  /** The same when they were first read: what others had used before. */
  readonly firstBudgets: readonly BudgetView[];
}

export const initialRunState: RunState = {
  migration: null,
  isSync: false,
  status: 'starting',
  heldSince: null,
  pauses: [],
  startedAt: null,
  finishedAt: null,
  workspace: null,
  organization: null,
  workers: 0,
  processes: 1,
  repositories: new Map(),
  wait: null,
  counts: null,
  leastShare: 0,
  samples: [],
  pace: noPace,
  budgets: [],
  firstBudgets: [],
};

/** The state after one more event. Pure. */
export function reduceRun(state: RunState, event: TimedEvent): RunState {
  return reduceRunAll(state, [event]);
}

/** The state after some more events, which costs hardly more than after one. Pure. */
export function reduceRunAll(state: RunState, events: readonly TimedEvent[]): RunState {
  if (events.length === 0) return state;
  const draft: Draft = { state, repositories: null };
  for (const event of events) apply(draft, event);
  const { repositories } = draft;
  const after = repositories === null ? draft.state : { ...draft.state, repositories };
  const leastShare = after.status === 'running' ? workDone(after).share : 0;
  return leastShare === after.leastShare ? after : { ...after, leastShare };
}

/** A state in the making; its repositories are copied when the first of them changes. */
interface Draft {
  state: RunState;
  repositories: Map<string, RepositoryView> | null;
}

function apply(draft: Draft, event: TimedEvent): void {
  switch (event.type) {
    case 'run-started':
      startRun(draft, event);
      return;
    case 'preflight-started':
      set(draft, { status: 'checking' });
      return;
    case 'repository-started':
    case 'step-started':
    case 'step-progress':
    case 'step-finished':
    case 'repository-warning':
    case 'repository-finished':
    case 'repository-queued':
      changeRepository(draft, event);
      return;
    case 'waiting':
      wait(draft, event);
      return;
    case 'processes':
      set(draft, { processes: event.working });
      return;
    case 'run-held':
      pauseRun(draft, event);
      return;
    case 'run-finished':
      endRun(draft, event);
      return;
    case 'preflight-note':
    case 'preflight-finished':
    case 'discovery-progress':
    case 'deep-look-planned':
    case 'deep-look-progress':
    case 'secret-look-planned':
    case 'secret-look-progress':
    case 'settings-scan-planned':
    case 'settings-scan-progress':
    case 'scaffold-planned':
    case 'scaffold-progress':
    case 'log':
      return;
    default:
      assertNever(event);
  }
}

function startRun(draft: Draft, event: EventOf<'run-started'>): void {
  const { migration, source, target, repositories, workers, earlier = [], at } = event;
  draft.repositories = new Map([
    ...repositories.map((known) => [known.source, expectedView(known)] as const),
    ...earlier.map((ended) => [ended.source, earlierView(ended)] as const),
  ]);
  draft.state = {
    ...initialRunState,
    budgets: draft.state.budgets,
    // A pause before the start holds; one of a run that was killed does not.
    heldSince: draft.state.heldSince === null || draft.state.startedAt !== null ? null : at,
    migration,
    isSync: event.kind === 'sync',
    status: 'running',
    startedAt: at,
    workspace: source.workspace,
    organization: target.organization,
    workers,
  };
  takeSample(draft, at);
}

function pauseRun(draft: Draft, { held, at }: EventOf<'run-held'>): void {
  const { heldSince, pauses } = draft.state;
  const ended = held || heldSince === null ? [] : [{ from: heldSince, to: at }];
  // What is done during a pause says nothing about the speed.
  set(draft, {
    heldSince: held ? (heldSince ?? at) : null,
    pauses: [...pauses, ...ended],
    samples: [],
  });
  for (const { from, to } of ended) addWaiting(draft, to - from);
}

function addWaiting(draft: Draft, milliseconds: number): void {
  const before = draft.repositories ?? draft.state.repositories;
  draft.repositories = new Map(
    [...before].map(([source, view]) => {
      const isAtWork = view.status === 'running' || view.status === 'waiting';
      return [source, isAtWork ? { ...view, waited: view.waited + milliseconds } : view];
    }),
  );
}

function changeRepository(draft: Draft, event: RepositoryEvent): void {
  change(draft, event.repository, (view) => {
    const after = reduceRepository(view, event);
    set(draft, { pace: learn(draft.state.pace, { before: view, after, at: event.at }) });
    return after;
  });
  takeSample(draft, event.at);
}

function wait(draft: Draft, event: EventOf<'waiting'>): void {
  const { host, service, reason, until, limit, repository, at } = event;
  const which = { host, ...(service !== undefined && { service }) };
  const view = { ...which, reason, until, ...(limit !== undefined && { limit }) };
  if (repository === null) set(draft, { wait: view });
  else {
    change(draft, repository, (before) => {
      // Waits that overlap are one.
      const since = before.status === 'waiting' ? Math.max(at, before.wait?.until ?? at) : at;
      const waited = before.waited + Math.max(0, until - since);
      return { ...before, status: 'waiting', wait: view, waited };
    });
  }
}

function endRun(draft: Draft, event: EventOf<'run-finished'>): void {
  const { status, counts, at } = event;
  pauseRun(draft, { type: 'run-held', held: false, at });
  set(draft, { status, counts, finishedAt: at });
  const before = draft.repositories ?? draft.state.repositories;
  draft.repositories = new Map([...before].map(([source, view]) => [source, endWork(view)]));
}

/** By the events' own times, so that a later reader gets the same samples. */
function takeSample(draft: Draft, at: number): void {
  const { samples, status, heldSince } = draft.state;
  if (status !== 'running' || heldSince !== null || !isSampleDue(samples, at)) return;
  const repositories = draft.repositories ?? draft.state.repositories;
  const { done } = workDone({ repositories });
  const amounts = moved({ pace: draft.state.pace, repositories });
  set(draft, { samples: addSample(samples, { at, done, ...amounts }) });
}

function set(draft: Draft, to: Partial<RunState>): void {
  draft.state = { ...draft.state, ...to };
}

function change(
  draft: Draft,
  source: string,
  to: (before: RepositoryView) => RepositoryView,
): void {
  draft.repositories ??= new Map(draft.state.repositories);
  const before = draft.repositories.get(source) ?? pendingView({ source, target: source });
  draft.repositories.set(source, to(before));
}
