import { gitIsDone, type Pace, workedSince, writtenSoFar } from '../run/pace.ts';
import { ratePerSecond } from '../run/rate.ts';
import { activeTime } from '../run/repository-view.ts';
import type { RepositoryView, RunState } from '../run/run-state.ts';
import { type GitPrice, gitPrice } from './git-price.ts';
import { playOut, type RestOfRun } from './play-out.ts';
import { writeLimit } from './write-limit.ts';

/** Milliseconds before which a run has shown little. */
const leastTime = 20_000;
/** Repositories that have to be through with their git, unless there are fewer. */
const leastRepositories = 5;
/** How far off the whole time may be: people would notice more. */
const mostOff = 0.25;
/** So many standard errors it must keep to: of a hundred totals, one is further off. */
const errors = 2.5;
/** Of what is left to write, one standard error at least: the target may refuse or merge otherwise than counted. */
const leastWritesError = 0.015;
/** Of the mean, how widely the repositories of one company differ in their pull requests at least. */
const leastSpread = 1;

/**
 * Milliseconds until all repositories are done: the rest of the run is played out with the speed so far, the sizes and pull
 * requests that are known, and the hosts' hourly limits. `null` while it is unknown: at the beginning, while a person has
 * paused the run, and where the same with all errors in one direction is more than a quarter of the whole time away. Pure.
 */
export function timeLeft({ run, now }: { run: RunState; now: number }): number | null {
  const active = activeTime(run, now);
  if (run.status !== 'running' || run.heldSince !== null || active === null) return null;
  if (active < leastTime) return null;
  const rest = remaining(run, now);
  if (rest === null) return null;
  const left = playOut(rest.expected);
  const most = mostOff * (active + left);
  const isSure = [errors, -errors].every((by) => Math.abs(playOut(rest.off(by)) - left) <= most);
  return isSure ? left : null;
}

interface Remaining {
  readonly expected: RestOfRun;
  /** The same where everything takes so many standard errors more. */
  off(by: number): RestOfRun;
}

function remaining(run: RunState, now: number): Remaining | null {
  const views = [...run.repositories.values()];
  const queued = views.filter(({ status }) => status === 'pending');
  const working = views.filter(({ status }) => status === 'running' || status === 'waiting');
  const git = gitPrice(run.pace.git);
  const needsGit = queued.length > 0 || working.some((view) => !gitIsDone(view));
  const ofThisRun = views.filter(({ endedEarlier }) => !endedEarlier).length;
  const enough = Math.min(leastRepositories, Math.ceil(ofThisRun / 3));
  if (needsGit && (git === null || run.pace.git.count < enough)) return null;
  const unit = unitOf([...queued, ...working], run.pace.pulls);
  if (unit === null) return null;
  const gitError = git?.errorOf(queued) ?? 0;
  const writesError = unit.errorOf(queued.length);
  const queue = queued.map((view) => {
    const [time, writes] = [git?.timeOf(view) ?? 0, unit.ofAll(view)];
    return { git: time, writes, gitError: time * gitError, writesError: writes * writesError };
  });
  const running = working.map((view) => ({
    ...gitLeft(view, git, now),
    ...{ writes: unit.left(view), writesError: leastWritesError * unit.ofAll(view) },
  }));
  const price = writePrice(run, { isRequests: unit.isRequests, now });
  const hasWrites = [...queue, ...running].some(({ writes }) => writes > 0);
  if (hasWrites && price === null) return null;
  const expected: RestOfRun = {
    ...{ queue, running, workers: Math.max(1, run.workers) },
    writeTime: price?.time ?? 0,
    limit: price === null ? null : writeLimit(run, { ...price, isRequests: unit.isRequests, now }),
  };
  const moved = (by: number) => (job: (typeof queue)[number]) => ({
    git: job.git === 0 ? 0 : Math.max(0, job.git + by * job.gitError),
    writes: job.writes === 0 ? 0 : Math.max(0, job.writes + by * job.writesError),
  });
  return {
    expected,
    off: (by) => ({ ...expected, queue: queue.map(moved(by)), running: running.map(moved(by)) }),
  };
}

function gitLeft(
  view: RepositoryView,
  git: GitPrice | null,
  now: number,
): { readonly git: number; readonly gitError: number } {
  if (git === null || gitIsDone(view) || view.startedAt === null) return { git: 0, gitError: 0 };
  const all = git.timeOf(view);
  const worked = workedSince(view, { at: view.startedAt, waited: 0 }, now);
  const { progress, points } = view;
  const rate = progress === null ? null : ratePerSecond(points, progress.done, now);
  const known = progress !== null && progress.total !== null && rate !== null;
  const ofPhase = known ? (1000 * ((progress.total ?? 0) - progress.done)) / rate : 0;
  const left = Math.max(all - worked, all / 20, ofPhase);
  // What is seen to move is as sure as what is left of it.
  return { git: left, gitError: (known ? left : all) * git.errorOf([view]) };
}

interface WriteUnit {
  readonly isRequests: boolean;
  /** One standard error of the sum of so many that are queued, as a share of it. */
  errorOf(queued: number): number;
  ofAll(view: RepositoryView): number;
  left(view: RepositoryView): number;
}

/** Requests where they are known of all, otherwise pull requests; `null` where nothing is known of some. */
function unitOf(views: readonly RepositoryView[], pulls: Pace['pulls']): WriteUnit | null {
  const ahead = views.filter((view) => !isBeyondPulls(view));
  const isRequests = ahead.every(({ requests }) => requests !== null);
  const isCounted = ahead.every((view) => countOf(view) !== null);
  if (!isCounted && pulls.count < leastRepositories) return null;
  const mean = pulls.count === 0 ? 0 : pulls.total / pulls.count;
  const spread = pulls.totalSquared / Math.max(1, pulls.count) - mean ** 2;
  const ofAll = (view: RepositoryView) =>
    isRequests ? (view.requests ?? 0) : (countOf(view) ?? mean);
  return {
    isRequests,
    ofAll,
    errorOf(queued) {
      if (isCounted || mean === 0) return leastWritesError;
      const relative = Math.max(leastSpread, Math.sqrt(Math.max(0, spread)) / mean);
      const ofSum = relative * Math.sqrt(1 / Math.max(1, queued) + 1 / pulls.count);
      return Math.hypot(leastWritesError, ofSum);
    },
    left(view) {
      if (isBeyondPulls(view)) return 0;
      const { progress } = view;
      if (progress?.what !== 'writing' || !progress.total) return ofAll(view);
      return ofAll(view) * Math.max(0, 1 - progress.done / progress.total);
    },
  };
}

function countOf({ expected, progress }: RepositoryView): number | null {
  return progress?.what === 'writing' ? progress.total : expected;
}

function isBeyondPulls({ steps }: RepositoryView): boolean {
  return steps.some(({ name, status }) => name === 'pull-requests' && status !== 'running');
}

/** Returns the time that one unit of writing takes one worker, and the number of units that this run has written. */
function writePrice(
  { pace, repositories }: RunState,
  { isRequests, now }: { isRequests: boolean; now: number },
): { time: number; written: number } | null {
  let written = isRequests ? pace.pulls.requests : pace.pulls.written;
  let { time } = pace.pulls;
  for (const view of repositories.values()) {
    const pulls = writtenSoFar(view);
    if (pulls === 0 || view.pulls === null) continue;
    const share = pulls / Math.max(1, view.progress?.total ?? 1);
    written += isRequests ? share * (view.requests ?? 0) : pulls;
    time += workedSince(view, view.pulls, Math.min(now, view.wait?.until ?? now));
  }
  return written > 0 ? { time: time / written, written } : null;
}
