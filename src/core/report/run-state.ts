import { assertNever } from '../assert-never.ts';
import type { Failure } from '../errors.ts';
import type { Progress, PullRequestCounts, RunCounts, StepName, TimedEvent } from '../events.ts';
import type { RepositoryStatus } from '../model/migration.ts';

/** A repository as the run has told of it so far. */
export interface RepositoryView {
  readonly source: string;
  readonly target: string;
  readonly status: RepositoryStatus;
  readonly step: StepName | null;
  readonly progress: Progress | null;
  readonly refs: number | null;
  readonly lfsObjects: number | null;
  readonly pullRequests: PullRequestCounts | null;
  readonly webUrl: string | null;
  readonly reason: string | null;
  readonly failure: Failure | null;
  readonly warnings: readonly string[];
}

/** A run as its events have told of it so far: the one source of everything that is shown. */
export interface RunState {
  readonly migration: string | null;
  readonly status:
    | 'starting'
    | 'running'
    | 'completed'
    | 'completed_with_failures'
    | 'failed'
    | 'paused';
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly organization: string | null;
  /** In the order of the plan. */
  readonly repositories: ReadonlyMap<string, RepositoryView>;
  /** Of the whole migration; known when the run has finished. */
  readonly counts: RunCounts | null;
}

export const initialRunState: RunState = {
  migration: null,
  status: 'starting',
  startedAt: null,
  finishedAt: null,
  organization: null,
  repositories: new Map(),
  counts: null,
};

/** The state after one more event. Pure. */
export function reduceRun(state: RunState, event: TimedEvent): RunState {
  switch (event.type) {
    case 'run-started':
      return {
        ...state,
        migration: event.migration,
        status: 'running',
        startedAt: event.at,
        organization: event.target.organization,
        repositories: new Map(event.repositories.map((named) => [named.source, pending(named)])),
      };
    case 'repository-started':
      return change(state, event.repository, { status: 'running', target: event.target });
    case 'step-started':
      return change(state, event.repository, {
        status: 'running',
        step: event.step,
        progress: null,
      });
    case 'step-progress':
      return change(state, event.repository, { status: 'running', progress: event.progress });
    case 'step-finished':
      return change(state, event.repository, { status: 'running', progress: null });
    case 'repository-warning':
      return warn(state, event.repository, event.message);
    case 'repository-finished': {
      const { outcome: status, refs, lfsObjects, pullRequests, webUrl, reason, failure } = event;
      const ended = {
        status,
        refs,
        lfsObjects,
        pullRequests,
        webUrl,
        reason,
        failure,
        step: null,
        progress: null,
      };
      return change(state, event.repository, ended);
    }
    case 'waiting':
      return event.repository === null
        ? state
        : change(state, event.repository, { status: 'waiting' });
    case 'run-finished':
      return { ...state, status: event.status, counts: event.counts, finishedAt: event.at };
    case 'preflight-started':
    case 'preflight-note':
    case 'preflight-finished':
    case 'discovery-progress':
    case 'deep-look-planned':
    case 'deep-look-progress':
    case 'log':
      return state;
    default:
      return assertNever(event);
  }
}

function pending({ source, target }: { source: string; target: string }): RepositoryView {
  return {
    source,
    target,
    status: 'pending',
    step: null,
    progress: null,
    refs: null,
    lfsObjects: null,
    pullRequests: null,
    webUrl: null,
    reason: null,
    failure: null,
    warnings: [],
  };
}

function change(state: RunState, source: string, to: Partial<RepositoryView>): RunState {
  const before = state.repositories.get(source) ?? pending({ source, target: source });
  const repositories = new Map(state.repositories).set(source, { ...before, ...to });
  return { ...state, repositories };
}

function warn(state: RunState, source: string, message: string): RunState {
  const warnings = state.repositories.get(source)?.warnings ?? [];
  return change(state, source, { warnings: [...warnings, message] });
}
