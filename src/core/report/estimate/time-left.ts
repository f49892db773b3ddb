import { gitIsDone, type Pace, workedSince, writtenSoFar } from '../run/pace.ts';
import { ratePerSecond } from '../run/rate.ts';
import { activeTime, type RepositoryView, type RunState } from '../run/run-state.ts';
import { type Job, playOut, type RestOfRun } from './play-out.ts';
import { writeLimit } from './write-limit.ts';

/** Milliseconds before which a run has shown little. */
const leastTime = 20_000;
/** Repositories that have to be through with their git, unless there are fewer. */
const leastRepositories = 5;
/** How much of the whole time one standard error may be: three and a half of them are a quarter, which people would notice. */
const mostUncertain = 0.07;

/**
 * Milliseconds until all repositories are done: the rest of the run is played out with the speed so far, the sizes and pull
 * requests that are known, and the hosts' hourly limits. `null` while it is unknown: at the beginning, while a person has
 * paused the run, and where too little is known of the repositories that are left. Pure.
 */
export function timeLeft({ run, now }: { run: RunState; now: number }): number | null {
  const active = activeTime(run, now);
  if (run.status !== 'running' || run.heldSince !== null || active === null) return null;
  if (active < leastTime) return null;
  const rest = remaining(run, now);
  if (rest === null) return null;
  const left = playOut(rest);
  const more = (jobs: readonly Job[]) =>
    jobs.map(({ git, writes }) => ({
      git: git === 0 ? 0 : git + rest.gitError,
      writes: writes === 0 ? 0 : writes + rest.writesError,
    }));
  const most = playOut({ ...rest, queue: more(rest.queue) });
  return most - left > mostUncertain * (active + left) ? null : left;
}

interface Remaining extends RestOfRun {
  /** One standard error of the sum, for each queued repository. */
  readonly gitError: number;
  readonly writesError: number;
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
  const queue = queued.map((view) => ({ git: git?.timeOf(view) ?? 0, writes: unit.ofAll(view) }));
  const running = working.map((view) => ({
    git: gitLeft(view, git, now),
    writes: unit.left(view),
  }));
  const price = writePrice(run, { isRequests: unit.isRequests, now });
  const hasWrites = [...queue, ...running].some(({ writes }) => writes > 0);
  if (hasWrites && price === null) return null;
  return {
    ...{ queue, running, workers: Math.max(1, run.workers) },
    writeTime: price?.time ?? 0,
    limit: price === null ? null : writeLimit(run, { ...price, isRequests: unit.isRequests, now }),
    gitError: errorOfEach(git?.deviation ?? 0, queued.length, run.pace.git.count),
    writesError: unit.isCounted
      ? 0
      : errorOfEach(unit.deviation, queued.length, run.pace.pulls.count),
  };
}

/** By how much a mean of `known` may be off for each of `unknown`, so that their sum is off by one standard error. */
function errorOfEach(deviation: number, unknown: number, known: number): number {
  if (unknown === 0) return 0;
  return (deviation * Math.sqrt(unknown + unknown ** 2 / Math.max(1, known))) / unknown;
}

interface GitPrice {
  timeOf(view: Pick<RepositoryView, 'sizeBytes'>): number;
  /** Of one repository from its price, in milliseconds. */
  readonly deviation: number;
}

/** A line through the sizes and times of the repositories that are through; never one that falls. */
function gitPrice(git: Pace['git']): GitPrice | null {
  const { count, size, sizeSquared, time, timeSquared, sizeTime } = git;
  if (count === 0) return null;
  const spread = sizeSquared - size ** 2 / count;
  const together = sizeTime - (size * time) / count;
  const mean = time / count;
  let slope = spread > 0 ? Math.max(0, together / spread) : 0;
  let start = mean - slope * (size / count);
  if (start < 0) {
    // Through zero: a repository takes no less than nothing.
    start = 0;
    slope = sizeSquared > 0 ? sizeTime / sizeSquared : 0;
  }
  const unexplained =
    timeSquared -
    2 * (start * time + slope * sizeTime) +
    count * start ** 2 +
    2 * start * slope * size +
    slope ** 2 * sizeSquared;
  return {
    timeOf: ({ sizeBytes }) => start + slope * (sizeBytes ?? size / count),
    deviation: Math.sqrt(Math.max(0, unexplained) / Math.max(1, count - 1)),
  };
}

function gitLeft(view: RepositoryView, git: GitPrice | null, now: number): number {
  if (git === null || gitIsDone(view) || view.startedAt === null) return 0;
  const all = git.timeOf(view);
  const worked = workedSince(view, { at: view.startedAt, waited: 0 }, now);
  const { progress, points } = view;
  const rate = progress === null ? null : ratePerSecond(points, progress.done, now);
  const known = progress !== null && progress.total !== null && rate !== null;
  const ofPhase = known ? (1000 * ((progress.total ?? 0) - progress.done)) / rate : 0;
  return Math.max(all - worked, all / 20, ofPhase);
}

interface WriteUnit {
  readonly isRequests: boolean;
  readonly isCounted: boolean;
  /** Of one repository from the mean. */
  readonly deviation: number;
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
    isCounted,
    deviation: Math.sqrt(Math.max(0, spread)),
    ofAll,
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

/** What one unit of writing takes one worker, and how many this run has written. */
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
