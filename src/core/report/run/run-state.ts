import { assertNever } from '../../kernel/assert-never.ts';
import type { RunCounts, TimedEvent } from '../../ports/events.ts';
import { addPoint } from './rate.ts';
import {
  pendingView,
  type RepositoryView,
  type StepView,
  type WaitView,
} from './repository-view.ts';

export type { RepositoryView } from './repository-view.ts';

/** A run as its events have told of it so far: the one source of everything that is shown. */
export interface RunState {
  readonly migration: string | null;
  readonly status:
    | 'starting'
    | 'checking'
    | 'running'
    | 'completed'
    | 'completed_with_failures'
    | 'failed'
    | 'paused';
  /** A person has paused it. */
  readonly isHeld: boolean;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly workspace: string | null;
  readonly organization: string | null;
  readonly workers: number;
  /** In the order of the plan. */
  readonly repositories: ReadonlyMap<string, RepositoryView>;
  /** What the run itself waits for, before there are repositories. */
  readonly wait: WaitView | null;
  /** Of the whole migration; known when the run has finished. */
  readonly counts: RunCounts | null;
}

export const initialRunState: RunState = {
  migration: null,
  status: 'starting',
  isHeld: false,
  startedAt: null,
  finishedAt: null,
  workspace: null,
  organization: null,
  workers: 0,
  repositories: new Map(),
  wait: null,
  counts: null,
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
  return repositories === null ? draft.state : { ...draft.state, repositories };
}

/** A state in the making; its repositories are copied when the first of them changes. */
interface Draft {
  state: RunState;
  repositories: Map<string, RepositoryView> | null;
}

function apply(draft: Draft, event: TimedEvent): void {
  switch (event.type) {
    case 'run-started':
      draft.repositories = new Map(
        event.repositories.map((named) => [named.source, pendingView(named)]),
      );
      set(draft, {
        migration: event.migration,
        status: 'running',
        startedAt: event.at,
        workspace: event.source.workspace,
        organization: event.target.organization,
        workers: event.workers,
        wait: null,
      });
      return;
    case 'preflight-started':
      set(draft, { status: 'checking' });
      return;
    case 'repository-started':
      change(draft, event.repository, () => ({
        status: 'running',
        target: event.target,
        startedAt: event.at,
        steps: [],
      }));
      return;
    case 'step-started':
      change(draft, event.repository, ({ steps }) => ({
        ...running,
        step: event.step,
        steps: [
          ...steps,
          {
            name: event.step,
            status: 'running',
            summary: null,
            startedAt: event.at,
            finishedAt: null,
          },
        ],
      }));
      return;
    case 'step-progress':
      change(draft, event.repository, ({ points, progress }) => ({
        status: 'running',
        wait: null,
        progress: event.progress,
        points: addPoint(points, progress, event),
      }));
      return;
    case 'step-finished':
      change(draft, event.repository, ({ steps }) => ({
        ...running,
        steps: endLast(steps, { status: event.outcome, summary: event.summary, at: event.at }),
      }));
      return;
    case 'repository-warning':
      change(draft, event.repository, ({ warnings }) => ({
        warnings: [...warnings, event.message],
      }));
      return;
    case 'repository-finished':
      finish(draft, event);
      return;
    case 'repository-queued':
      change(draft, event.repository, ({ source, target }) => pendingView({ source, target }));
      return;
    case 'waiting': {
      const { host, reason, until, repository } = event;
      const wait = { host, reason, until };
      if (repository === null) set(draft, { wait });
      else change(draft, repository, () => ({ status: 'waiting', wait }));
      return;
    }
    case 'run-held':
      set(draft, { isHeld: event.held });
      return;
    case 'run-finished':
      set(draft, { status: event.status, counts: event.counts, finishedAt: event.at });
      return;
    case 'preflight-note':
    case 'preflight-finished':
    case 'discovery-progress':
    case 'deep-look-planned':
    case 'deep-look-progress':
    case 'secret-look-planned':
    case 'secret-look-progress':
    case 'scaffold-planned':
    case 'scaffold-progress':
    case 'log':
      return;
    default:
      assertNever(event);
  }
}

const running = { status: 'running', progress: null, points: [], wait: null } as const;

function finish(draft: Draft, event: Extract<TimedEvent, { type: 'repository-finished' }>): void {
  const { outcome: status, refs, lfsObjects, pullRequests, webUrl, reason, failure, at } = event;
  change(draft, event.repository, ({ steps }) => ({
    ...{ status, refs, lfsObjects, pullRequests, webUrl, reason, failure },
    ...{ step: null, progress: null, points: [], wait: null, finishedAt: at },
    steps: endLast(steps, { status: 'failed', summary: failure?.message ?? reason, at }),
  }));
}

/** Ends the step that is running, if one is. */
function endLast(
  steps: readonly StepView[],
  { status, summary, at }: { status: StepView['status']; summary: string | null; at: number },
): readonly StepView[] {
  const last = steps.at(-1);
  if (last?.status !== 'running') return steps;
  return [...steps.slice(0, -1), { ...last, status, summary, finishedAt: at }];
}

function set(draft: Draft, to: Partial<RunState>): void {
  draft.state = { ...draft.state, ...to };
}

function change(
  draft: Draft,
  source: string,
  to: (before: RepositoryView) => Partial<RepositoryView>,
): void {
  draft.repositories ??= new Map(draft.state.repositories);
  const before = draft.repositories.get(source) ?? pendingView({ source, target: source });
  draft.repositories.set(source, { ...before, ...to(before) });
}
