import { serviceName } from '../../ports/credentials/host-service.ts';
import { moved } from '../run/pace.ts';
import type { RepositoryView } from '../run/repository-view.ts';
import type { RunState } from '../run/run-state.ts';

/** Describes what a run moves; `null` while unknown. */
export interface Throughput {
  /** Git data received, over the last half minute. */
  readonly bytesPerSecond: number | null;
  /** Over the last five minutes, because limits of a minute come in bursts. */
  readonly pullRequestsPerHour: number | null;
}

const minute = 60_000;
const bytesWindow = minute / 2;
const pullsWindow = 5 * minute;
/** Milliseconds before which a rate means nothing; pull requests come in bursts. */
const least = { bytes: 3000, pulls: minute };

/** Pure. */
export function throughput(run: RunState, now: number): Throughput {
  const none = { bytesPerSecond: null, pullRequestsPerHour: null };
  if (run.status !== 'running' || run.heldSince !== null) return none;
  const { bytes, pulls } = moved(run);
  const perMillisecond = (amount: number, of: 'bytes' | 'pulls', window: number) => {
    const first = run.samples.findLast(({ at }) => at <= now - window) ?? run.samples[0];
    if (first === undefined || now - first.at < least[of] || amount <= first[of]) return null;
    return (amount - first[of]) / (now - first.at);
  };
  const bytesRate = perMillisecond(bytes, 'bytes', bytesWindow);
  const pullsRate = perMillisecond(pulls, 'pulls', pullsWindow);
  return {
    bytesPerSecond: bytesRate === null ? null : 1000 * bytesRate,
    pullRequestsPerHour: pullsRate === null ? null : 60 * minute * pullsRate,
  };
}

/** Columns of a graph. */
const graphColumns = 12;

/** How fast Git data came between the last samples, as shares of the fastest; none while nothing came. Pure. */
export function throughputGraph({ samples }: Pick<RunState, 'samples'>): readonly number[] {
  const last = samples.slice(-graphColumns - 1);
  const rates = last.slice(1).map(({ at, bytes }, index) => {
    const before = last[index];
    return before === undefined || at <= before.at
      ? 0
      : Math.max(0, bytes - before.bytes) / (at - before.at);
  });
  const most = Math.max(0, ...rates);
  return most === 0 ? [] : rates.map((rate) => rate / most);
}

/**
 * Returns what keeps a run from being faster, by what at least half of the working repositories do: `content-creating
 * requests of GitHub`, `requests of 2 Bitbucket tokens`; `null` while nothing can be said. Pure.
 */
export function limitedBy(run: RunState, now: number): string | null {
  if (run.status !== 'running' || run.heldSince !== null) return null;
  const working: RepositoryView[] = [];
  let queued = 0;
  for (const view of run.repositories.values()) {
    if (view.status === 'running' || view.status === 'waiting') working.push(view);
    if (view.status === 'pending') queued += 1;
  }
  const causes = new Map<string, number>();
  for (const view of working) {
    const cause = causeOf(view, run, now);
    if (cause !== null) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  const [first] = [...causes].sort(([, one], [, other]) => other - one);
  if (first === undefined || 2 * first[1] < working.length) return null;
  const [cause] = first;
  // More of them would run if they could.
  const isFull = working.length >= run.workers && queued > 0;
  return cause === git && isFull ? `${git}, ${run.workers} at a time` : cause;
}

const git = 'git';

function causeOf(
  { status, wait, step, progress }: RepositoryView,
  { budgets }: Pick<RunState, 'budgets'>,
  now: number,
): string | null {
  if (status === 'waiting' && wait !== null && wait.until > now) {
    const { credentials = 1 } = budgets.find(({ host }) => host === wait.host) ?? {};
    const name = serviceName(wait);
    const host = credentials === 1 ? name : `${credentials} ${name} tokens`;
    return wait.limit === undefined ? `waiting for ${host}` : `${wait.limit} of ${host}`;
  }
  switch (step) {
    case 'fetch':
    case 'inspect':
    case 'fetch-lfs':
    case 'lfs':
    case 'push':
      return git;
    case 'pull-requests':
      return progress?.what === 'writing' ? 'writing to GitHub' : 'reading from Bitbucket';
    default:
      return null;
  }
}
