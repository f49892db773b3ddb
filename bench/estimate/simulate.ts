import type { BudgetView } from '../../src/core/network/budgets.ts';
import type { RunEvent } from '../../src/core/ports/records/events.ts';
import { createRunModel } from '../../src/core/report/run/run-model.ts';
import type { RunState } from '../../src/core/report/run/run-state.ts';

/** A run that is played on a clock of its own: nothing is sent, nobody waits. */
export interface SimulatedRun {
  readonly repositories: number;
  readonly workers: number;
  readonly seed: number;
  /** Milliseconds that each repository's git takes beside its data. */
  readonly gitStart: number;
  /** Git data of a middle repository, and how fast it moves. */
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Of a middle repository; 0: there are none. */
  readonly pullRequests: number;
  readonly requestsEach: number;
  /** A deep scan has counted them. */
  readonly isCounted: boolean;
  /** Content-creating requests an hour; `null`: no limit. */
  readonly perHour: number | null;
}

interface Moment {
  readonly at: number;
  readonly run: RunState;
}

/** A run from its beginning to its end. */
export interface PlayedRun {
  /** Milliseconds. */
  readonly total: number;
  /** The run as it stood when this share of its time was over. */
  at(share: number): Moment;
}

const begun = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;
const second = 1000;

interface Repository {
  readonly source: string;
  readonly sizeBytes: number;
  readonly git: number;
  readonly pulls: number;
  readonly requests: number;
}

/**
 * Plays a run to its end, as the engine would tell of it: git at its own speed, and a request a second at most, of which so
 * many an hour are let through.
 */
export function simulate(given: SimulatedRun): PlayedRun {
  const random = randomOf(given.seed);
  const queue = Array.from({ length: given.repositories }, (_, index) =>
    repositoryOf(given, `repository-${index}`, random),
  );
  const model = createRunModel();
  let now = begun;
  const emit = (event: RunEvent) => model.accept({ ...event, at: now });
  emit({
    type: 'run-started',
    migration: 'mig_000000000001',
    source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
    target: { organization: 'acme' },
    repositories: queue.map(({ source, sizeBytes, pulls, requests }) => ({
      ...{ source, target: source, sizeBytes },
      pullRequests: given.isCounted ? pulls : null,
      requests: given.isCounted ? requests : null,
    })),
    workers: given.workers,
    resumed: false,
  });
  const limit = createLimit(given.perHour);
  const workers = Array.from({ length: given.workers }, () => createWorker(emit, limit));
  const moments: Moment[] = [];
  const ahead = queue.values();
  for (;;) {
    for (const worker of workers) worker.fill(() => ahead.next().value ?? null, now);
    if (workers.every((worker) => worker.isIdle())) return played(moments, now - begun);
    // Nothing happens while all wait.
    now = Math.max(now + second, Math.min(...workers.map((worker) => worker.waitsUntil(now))));
    for (const worker of workers) worker.work();
    // One write a second, each in its turn.
    const turn = Math.floor(now / second) % workers.length;
    const inTurn = [...workers.slice(turn), ...workers.slice(0, turn)];
    inTurn.find((worker) => worker.write(now));
    model.setBudgets(limit.view(now));
    moments.push({ at: now, run: model.state() });
  }
}

function played(moments: readonly Moment[], total: number): PlayedRun {
  return {
    total,
    at(share) {
      const at = begun + share * total;
      const { run } = moments.findLast((moment) => moment.at <= at) as Moment;
      return { at, run };
    },
  };
}

function repositoryOf(given: SimulatedRun, source: string, random: () => number): Repository {
  const sizeBytes = Math.round(given.bytes * Math.exp(1.2 * normal(random)));
  const noise = 0.75 + 0.5 * random();
  const git = noise * (given.gitStart + (1000 * sizeBytes) / given.bytesPerSecond);
  const pulls = Math.round(given.pullRequests * Math.exp(0.9 * normal(random)));
  return { source, sizeBytes, git, pulls, requests: pulls * given.requestsEach };
}

function createLimit(perHour: number | null) {
  const sent: number[] = [];
  const within = (now: number) => {
    while ((sent[0] ?? now) <= now - hour) sent.shift();
    return sent;
  };
  return {
    take(now: number): number | null {
      if (perHour !== null && within(now).length >= perHour) return (sent[0] ?? now) + hour;
      sent.push(now);
      return null;
    },
    view(now: number): readonly BudgetView[] {
      if (perHour === null || within(now).length === 0) return [];
      const name = 'content-creating requests an hour';
      const resetAt = (sent[0] ?? now) + hour;
      return [{ host: 'api.github.com', name, used: sent.length, limit: perHour, resetAt }];
    },
  };
}

function createWorker(emit: (event: RunEvent) => void, limit: ReturnType<typeof createLimit>) {
  let job:
    | (Repository & { gitLeft: number; sent: number; reported: number; waitsUntil: number })
    | null = null;
  function begin(step: 'fetch' | 'push' | 'pull-requests'): void {
    if (job !== null) emit({ type: 'step-started', repository: job.source, step });
  }
  function end(step: 'fetch' | 'push' | 'pull-requests'): void {
    if (job === null) return;
    const { source: repository } = job;
    emit({ type: 'step-finished', repository, step, outcome: 'done', summary: '' });
  }
  function tell(done: number): void {
    if (job === null || job.pulls === 0) return;
    const progress = { done, total: job.pulls, unit: 'pull requests', what: 'writing' } as const;
    emit({ type: 'step-progress', repository: job.source, step: 'pull-requests', progress });
  }
  function finish(): void {
    if (job === null) return;
    end('pull-requests');
    emit({
      ...{ type: 'repository-finished', repository: job.source, target: job.source },
      ...{ outcome: 'succeeded', refs: 3, lfsObjects: null, pullRequests: null, webUrl: null },
      ...{ reason: null, failure: null, milliseconds: 0 },
    });
    job = null;
  }
  return {
    isIdle: () => job === null,
    /** When it can do something again. */
    waitsUntil(now: number): number {
      if (job === null) return Number.POSITIVE_INFINITY;
      return job.gitLeft > 0 ? now : job.waitsUntil;
    },
    fill(next: () => Repository | null, now: number): void {
      const taken = job === null ? next() : null;
      if (taken === null) return;
      job = { ...taken, gitLeft: taken.git, sent: 0, reported: 0, waitsUntil: now };
      emit({ type: 'repository-started', repository: taken.source, target: taken.source });
      begin('fetch');
    },
    work(): void {
      if (job === null || job.gitLeft <= 0) return;
      const half = job.git / 2;
      const wasFetching = job.gitLeft > half;
      job.gitLeft -= second;
      if (wasFetching && job.gitLeft <= half) {
        end('fetch');
        begin('push');
      }
      if (job.gitLeft > 0) return;
      end('push');
      begin('pull-requests');
      if (job.requests === 0) finish();
      else tell(0);
    },
    /** @returns whether it has sent a request */
    write(now: number): boolean {
      if (job === null || job.gitLeft > 0 || job.waitsUntil > now) return false;
      const until = limit.take(now);
      if (until !== null) {
        job.waitsUntil = until;
        const reason = 'limit of 500 content-creating requests an hour reached';
        const what = { host: 'api.github.com', reason, until, limit: 'content-creating requests' };
        emit({ type: 'waiting', repository: job.source, ...what });
        return false;
      }
      job.sent += 1;
      const done = Math.floor((job.pulls * job.sent) / job.requests);
      // As the engine reports: a few at a time.
      if (done >= job.reported + Math.min(10, job.pulls - job.reported)) {
        job.reported = done;
        tell(done);
      }
      if (job.sent >= job.requests) finish();
      return true;
    },
  };
}

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
