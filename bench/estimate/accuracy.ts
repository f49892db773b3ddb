import { timeLeft } from '../../src/core/report/estimate/time-left.ts';
import { activeTime } from '../../src/core/report/run/repository-view.ts';
import { type SimulatedRun, simulate } from './simulate.ts';

type Kind = Omit<SimulatedRun, 'seed'>;

/** Runs as they are met: what limits each is in its name. */
export const simulatedRuns = {
  'rate-limited, counted by a deep scan': {
    ...{ repositories: 60, workers: 4, gitStart: 8000, bytes: 20e6, bytesPerSecond: 10e6 },
    ...{ pullRequests: 30, requestsEach: 2, isCounted: true, perHour: 500 },
  },
  'rate-limited, not counted': {
    ...{ repositories: 150, workers: 4, gitStart: 8000, bytes: 20e6, bytesPerSecond: 10e6 },
    ...{ pullRequests: 15, requestsEach: 2, isCounted: false, perHour: 500 },
  },
  'git-bound': {
    ...{ repositories: 80, workers: 4, gitStart: 8000, bytes: 200e6, bytesPerSecond: 4e6 },
    ...{ pullRequests: 0, requestsEach: 2, isCounted: true, perHour: 500 },
  },
  mixed: {
    ...{ repositories: 60, workers: 4, gitStart: 8000, bytes: 200e6, bytesPerSecond: 1e6 },
    ...{ pullRequests: 8, requestsEach: 2, isCounted: true, perHour: 500 },
  },
  'mixed, on a host without limits': {
    ...{ repositories: 60, workers: 4, gitStart: 8000, bytes: 100e6, bytesPerSecond: 2e6 },
    ...{ pullRequests: 10, requestsEach: 1, isCounted: true, perHour: null },
  },
} satisfies Readonly<Record<string, Kind>>;

const { mixed, 'git-bound': gitBound } = simulatedRuns;
const counted = simulatedRuns['rate-limited, counted by a deep scan'];
const uncounted = simulatedRuns['rate-limited, not counted'];

/**
 * Runs of other sizes and shapes. The constants of the estimate were set with their figures in view, and the same model
 * simulates them: they show how far it carries, and are no proof for real hosts.
 */
export const otherRuns: Readonly<Record<string, Kind>> = {
  'few repositories, counted': { ...counted, repositories: 20, pullRequests: 60 },
  'many repositories, counted': { ...counted, repositories: 200, workers: 8, pullRequests: 20 },
  'few repositories, not counted': { ...uncounted, repositories: 40, pullRequests: 40 },
  'many repositories, not counted': { ...uncounted, repositories: 400, pullRequests: 10 },
  'few repositories, git-bound': { ...gitBound, repositories: 15 },
  'many repositories, git-bound': { ...gitBound, repositories: 200, workers: 2 },
  'large repositories, git-bound': {
    ...gitBound,
    ...{ repositories: 40, workers: 8, bytes: 1e9 },
  },
  'few repositories, mixed': { ...mixed, repositories: 30 },
  'many repositories, mixed': {
    ...mixed,
    ...{ repositories: 120, workers: 2, pullRequests: 5 },
  },
  'mixed, not counted': { ...mixed, isCounted: false },
  'mixed, mostly writes': {
    ...mixed,
    ...{ repositories: 90, pullRequests: 30, bytes: 400e6 },
  },
};

export const shares = [1 / 3, 1 / 2, 2 / 3] as const;

/**
 * How far the total that the time left implies is from the real one, at each share of the run: 0.1 is 10 %; `null` where no
 * time left is shown. Pure.
 */
export function errorsOf(run: SimulatedRun): readonly (number | null)[] {
  const played = simulate(run);
  return shares.map((share) => {
    const { run: state, at: now } = played.at(share);
    const left = timeLeft({ run: state, now });
    const worked = activeTime(state, now) ?? 0;
    return left === null ? null : (worked + left) / played.total - 1;
  });
}
