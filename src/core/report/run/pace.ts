import type { RepositoryView } from './repository-view.ts';

/**
 * Describes what a run has learned about its own speed. Times are milliseconds without waits for limits and without
 * pauses.
 */
export interface Pace {
  /** Repositories that this run has taken from their start to their pull requests: for a line through size and time. */
  readonly git: {
    readonly count: number;
    readonly size: number;
    readonly sizeSquared: number;
    readonly time: number;
    readonly timeSquared: number;
    readonly sizeTime: number;
  };
  /** Repositories whose pull requests have ended. */
  readonly pulls: {
    readonly count: number;
    /** How many pull requests they have, for their mean. */
    readonly total: number;
    readonly totalSquared: number;
    /** Written by this run, in pull requests and in the requests that were expected for them. */
    readonly written: number;
    readonly requests: number;
    readonly time: number;
  };
  /** Git data that this run has received. */
  readonly bytes: number;
}

export const noPace: Pace = {
  git: { count: 0, size: 0, sizeSquared: 0, time: 0, timeSquared: 0, sizeTime: 0 },
  pulls: { count: 0, total: 0, totalSquared: 0, written: 0, requests: 0, time: 0 },
  bytes: 0,
};

/** The pace after an event has changed one repository. Pure. */
export function learn(
  pace: Pace,
  { before, after, at }: { before: RepositoryView; after: RepositoryView; at: number },
): Pace {
  const learned = { ...pace, bytes: pace.bytes + received(before, after) };
  const isPastGit = gitIsDone(after) && !gitIsDone(before);
  const withGit = isPastGit ? { ...learned, git: learnGit(pace.git, before, at) } : learned;
  if (!pullsHaveEnded(before, after)) return withGit;
  return { ...withGit, pulls: learnPulls(pace.pulls, before, at) };
}

/** Sums up the data that this run has moved so far. Pure. */
export function moved({
  pace,
  repositories,
}: {
  pace: Pace;
  repositories: ReadonlyMap<string, RepositoryView>;
}): {
  readonly bytes: number;
  readonly pulls: number;
} {
  let { bytes } = pace;
  let pulls = pace.pulls.written;
  for (const view of repositories.values()) {
    if (view.status !== 'running' && view.status !== 'waiting') continue;
    bytes += receivedSoFar(view);
    pulls += writtenSoFar(view);
  }
  return { bytes, pulls };
}

/** Returns the bytes of Git data that a running repository has received. Pure. */
function receivedSoFar({ step, progress, sizeBytes }: RepositoryView): number {
  if (step !== 'fetch' || progress === null || sizeBytes === null) return 0;
  if (progress.what === 'resolving deltas') return sizeBytes;
  const { done, total } = progress;
  if (progress.what !== 'receiving objects' || total === null || total === 0) return 0;
  return sizeBytes * Math.min(1, done / total);
}

/** Pull requests that this run has written of a running repository. Pure. */
export function writtenSoFar({ pulls, progress }: RepositoryView): number {
  if (pulls === null || pulls.from === null || progress?.what !== 'writing') return 0;
  return Math.max(0, progress.done - pulls.from);
}

/** Tells whether its git steps are behind it. Pure. */
export function gitIsDone({ steps, status }: RepositoryView): boolean {
  return status !== 'pending' && steps.some(({ name }) => name === 'pull-requests');
}

/** Milliseconds of work since a moment of a running repository. Pure. */
export function workedSince(
  view: Pick<RepositoryView, 'waited'>,
  since: { readonly at: number; readonly waited: number },
  now: number,
): number {
  return Math.max(0, now - since.at - (view.waited - since.waited));
}

function received(before: RepositoryView, after: RepositoryView): number {
  const hasFetched =
    before.step === 'fetch' && after.progress === null && after.status === 'running';
  const isDone = after.steps.some(({ name, status }) => name === 'fetch' && status === 'done');
  return hasFetched && isDone && before.steps.at(-1)?.status === 'running'
    ? (after.sizeBytes ?? 0)
    : 0;
}

function learnGit(git: Pace['git'], view: RepositoryView, at: number): Pace['git'] {
  const { startedAt, sizeBytes: size, steps } = view;
  // A resumed one has done some of it before.
  if (startedAt === null || size === null || steps[0]?.name !== 'fetch') return git;
  const time = workedSince(view, { at: startedAt, waited: 0 }, at);
  return {
    count: git.count + 1,
    size: git.size + size,
    sizeSquared: git.sizeSquared + size * size,
    time: git.time + time,
    timeSquared: git.timeSquared + time * time,
    sizeTime: git.sizeTime + size * time,
  };
}

function pullsHaveEnded(before: RepositoryView, after: RepositoryView): boolean {
  const last = after.steps.at(-1);
  return before.pulls !== null && after.pulls === null && last?.status !== 'failed';
}

function learnPulls(pulls: Pace['pulls'], view: RepositoryView, at: number): Pace['pulls'] {
  if (view.pulls === null) return pulls;
  const total = view.progress?.what === 'writing' ? (view.progress.total ?? 0) : 0;
  const written = view.pulls.from === null ? 0 : Math.max(0, total - view.pulls.from);
  const share = total === 0 ? 0 : written / total;
  return {
    count: pulls.count + 1,
    total: pulls.total + total,
    totalSquared: pulls.totalSquared + total * total,
    written: pulls.written + written,
    requests: pulls.requests + share * (view.requests ?? 0),
    time: pulls.time + (written === 0 ? 0 : workedSince(view, view.pulls, at)),
  };
}
