import { assumed } from '../../forecast/facts.ts';
import { type StepName, stepNames } from '../../ports/records/migration.ts';
import type { RepositoryView } from './repository-view.ts';

/** Steps of a repository that is migrated by requests. */
const usualSteps = 9;
/** Git data that costs as much as one content-creating request, on its way in and on its way out. */
const bytesPerUnit = 5_000_000;
/** Requests of a pull request whose comments nobody has counted. */
const requestsEach = 1 + assumed.commentsEach;

/** Describes what the work on a repository costs; one unit is a content-creating request. */
export interface WorkCost {
  /** Cost of all steps. */
  readonly total: number;
  /** Cost of what is done; never all of a repository that has not ended. */
  readonly done: number;
}

/** Requests of its pull requests; `null` where nobody has counted them. Pure. */
export function pullsCost({
  requests,
  expected,
  stepCount,
}: Pick<RepositoryView, 'requests' | 'expected' | 'stepCount'>): number | null {
  // An archive takes no content-creating requests: its pull requests are read and rendered.
  if (stepCount !== undefined) return expected;
  return requests ?? (expected === null ? null : requestsEach * expected);
}

/**
 * Weighs the steps of a repository by what they cost: each a unit, and Git data and pull requests as many as they take. Pure.
 * @param uncounted the cost of pull requests that nobody has counted
 */
export function workCost(view: RepositoryView, uncounted: number): WorkCost {
  const { status, stepsDone, stepCount = usualSteps, sizeBytes } = view;
  const git = (sizeBytes ?? 0) / bytesPerUnit;
  const heavy: readonly (readonly [StepName, number])[] = [
    ['fetch', git],
    ['push', git],
    [view.stepCount === undefined ? 'pull-requests' : 'archive', pullsCost(view) ?? uncounted],
  ];
  const total = heavy.reduce((sum, [, cost]) => sum + cost, stepCount);
  if (status === 'succeeded' || status === 'skipped') return { total, done: total };
  if (status === 'failed' || status === 'pending') return { total, done: 0 };
  const passed = heavy.filter(([name]) => isPast(name, view));
  const behind = passed.reduce((sum, [, cost]) => sum + cost, stepsDone);
  const [, extra] = heavy.find(([name]) => name === view.step && !isPast(name, view)) ?? [null, 0];
  const done = behind + shareOfStep(view) * (1 + extra);
  return { total, done: Math.min(0.99 * total, done) };
}

/** Earlier runs have gone through what comes before the steps of this one. */
function isPast(name: StepName, { steps, stepsDone }: RepositoryView): boolean {
  return steps.some((step) => {
    const hasEnded = step.status === 'done' || step.status === 'skipped';
    if (step.name === name) return hasEnded;
    // A stream begins with it, and other repositories fetch before it.
    if (step.name === 'create') return name === 'fetch' && stepsDone > (hasEnded ? 1 : 0);
    return stepNames.indexOf(step.name) > stepNames.indexOf(name);
  });
}

/** Parts of a step that its progress counts one after the other; others are the whole step. */
const parts: ReadonlyMap<string, readonly [from: number, to: number]> = new Map([
  ['counting objects', [0, 0]],
  ['compressing objects', [0, 0]],
  ['receiving objects', [0, 0.9]],
  ['resolving deltas', [0.9, 1]],
  ['reading the list', [0, 0]],
]);

function shareOfStep({ progress }: RepositoryView): number {
  if (progress === null || !progress.total) return 0;
  const [from, to] = parts.get(progress.what) ?? [0, 1];
  return from + (to - from) * Math.min(1, progress.done / progress.total);
}
