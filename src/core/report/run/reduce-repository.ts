import type { EventOf, Progress } from '../../ports/records/events.ts';
import type { EarlierRepository } from '../../ports/records/run-results.ts';
import { expectedView } from './expected-work.ts';
import { addPoint } from './rate.ts';
import {
  type PullsView,
  pendingView,
  type RepositoryView,
  type StepView,
} from './repository-view.ts';

/** Events that change one repository. */
export type RepositoryEvent = EventOf<
  | 'repository-started'
  | 'step-started'
  | 'step-progress'
  | 'step-finished'
  | 'repository-warning'
  | 'repository-finished'
  | 'repository-queued'
>;

/** The repository after one more event. Pure. */
export function reduceRepository(view: RepositoryView, event: RepositoryEvent): RepositoryView {
  switch (event.type) {
    case 'repository-started':
      return {
        ...view,
        status: 'running',
        target: event.target,
        process: event.process ?? null,
        startedAt: event.at,
        waited: 0,
        pulls: null,
        steps: [],
        stepsDone: 0,
      };
    case 'step-started':
      return startStep(view, event);
    case 'step-progress': {
      const { progress } = event;
      const points = addPoint(view.points, view.progress, event);
      const pulls = withFirst(view.pulls, progress);
      const expected = view.expected ?? (pulls === null ? null : countOf(progress));
      return { ...view, status: 'running', wait: null, progress, points, pulls, expected };
    }
    case 'step-finished': {
      const hasEnded = view.steps.at(-1)?.status === 'running';
      const { outcome: status, summary, at } = event;
      return {
        ...view,
        ...withoutProgress,
        status: 'running',
        pulls: null,
        steps: endStep(view.steps, { status, summary, at }),
        stepsDone: view.stepsDone + (hasEnded ? 1 : 0),
      };
    }
    case 'repository-warning':
      return { ...view, warnings: [...view.warnings, event.message] };
    case 'repository-finished':
      return finish(view, event);
    case 'repository-queued':
      return pendingView(view);
  }
}

/** A repository that earlier runs have finished. Pure. */
export function earlierView(repository: EarlierRepository): RepositoryView {
  const { outcome: status, refs, webUrl, reason } = repository;
  return { ...expectedView(repository), status, refs, webUrl, reason, endedEarlier: true };
}

/** A repository after its run has ended: one that was being worked on waits for the next run. Pure. */
export function endWork(view: RepositoryView): RepositoryView {
  if (view.status !== 'running' && view.status !== 'waiting') return view;
  return { ...pendingView(view), warnings: view.warnings };
}

const withoutProgress = { progress: null, points: [], wait: null } as const;

function startStep(
  view: RepositoryView,
  { step, stepsDone, at }: EventOf<'step-started'>,
): RepositoryView {
  const times = { startedAt: at, finishedAt: null };
  return {
    ...view,
    ...withoutProgress,
    status: 'running',
    step,
    pulls: step === 'pull-requests' ? { at, waited: view.waited, from: null } : null,
    steps: [...view.steps, { name: step, status: 'running', summary: null, ...times }],
    stepsDone: stepsDone ?? view.stepsDone,
  };
}

function finish(view: RepositoryView, event: EventOf<'repository-finished'>): RepositoryView {
  const { outcome: status, refs, lfsObjects, pullRequests, webUrl, reason, failure, at } = event;
  const summary = failure?.message ?? reason;
  return {
    ...view,
    ...withoutProgress,
    ...{ status, refs, lfsObjects, pullRequests, webUrl, reason, failure },
    step: null,
    pulls: null,
    finishedAt: at,
    steps: endStep(view.steps, { status: 'failed', summary, at }),
  };
}

/** Pull requests are counted at the latest when they are written. */
function countOf({ what, total }: Progress): number | null {
  return what === 'writing' ? total : null;
}

/** The first progress of writing says what earlier runs have written. */
function withFirst(pulls: PullsView | null, progress: Progress): PullsView | null {
  if (pulls === null || pulls.from !== null || progress.what !== 'writing') return pulls;
  return { ...pulls, from: progress.done };
}

/** Ends the step that is running, if one is. */
function endStep(
  steps: readonly StepView[],
  { status, summary, at }: { status: StepView['status']; summary: string | null; at: number },
): readonly StepView[] {
  const last = steps.at(-1);
  if (last?.status !== 'running') return steps;
  return [...steps.slice(0, -1), { ...last, status, summary, finishedAt: at }];
}
