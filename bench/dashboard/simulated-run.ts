import type { RunEvent, TimedEvent } from '../../src/core/ports/records/events.ts';
import { type StepName, stepNames } from '../../src/core/ports/records/migration.ts';

/** Milliseconds between two progress events of a repository. */
export const beat = 200;
const repositories = 1000;
const running = 32;
/** So many beats a repository takes, so that all of them take an hour. */
const beats = Math.floor((3_600_000 / beat) * (running / repositories));

/** The events of a run of 1,000 repositories, 32 at a time, which takes an hour. */
export interface SimulatedRun {
  /** The events at the beginning. */
  begin(at: number): readonly TimedEvent[];
  /** The events of the next 200 milliseconds. */
  next(at: number): readonly TimedEvent[];
}

interface Worker {
  repository: string;
  beat: number;
}

export function simulateRun(): SimulatedRun {
  const names = Array.from({ length: repositories }, (_, index) => `repository-${index}`);
  const queue = names.values();
  const workers: Worker[] = [];

  function take(at: number, worker: Worker): TimedEvent[] {
    const { value } = queue.next();
    if (value === undefined) {
      workers.splice(workers.indexOf(worker), 1);
      return [];
    }
    worker.repository = value;
    worker.beat = 0;
    return [{ type: 'repository-started', repository: value, target: value, at }];
  }

  function advance(at: number, worker: Worker): TimedEvent[] {
    const { repository } = worker;
    const length = beats / stepNames.length;
    const step = stepNames[Math.floor(worker.beat / length)] ?? 'verify';
    const before = stepNames[Math.floor((worker.beat - 1) / length)];
    const events: RunEvent[] = [];
    if (worker.beat === 0 || step !== before) events.push(...change(repository, before, step));
    worker.beat += 1;
    const done = Math.floor(worker.beat % length);
    const progress = { done, total: Math.ceil(length), unit: 'objects', what: 'objects' } as const;
    events.push({ type: 'step-progress', repository, step, progress });
    const timed = events.map((event) => ({ ...event, at }));
    if (worker.beat < beats) return timed;
    return [...timed, { ...finished(repository), at }, ...take(at, worker)];
  }

  return {
    begin(at) {
      const started: TimedEvent = {
        type: 'run-started',
        migration: 'mig_000000000001',
        source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
        target: { organization: 'acme' },
        repositories: names.map((name) => ({ source: name, target: name })),
        workers: running,
        resumed: false,
        at,
      };
      const begun = Array.from({ length: running }, (_, index) => {
        const worker = { repository: '', beat: 0 };
        workers.push(worker);
        const events = take(at, worker);
        // Not all at the same step.
        worker.beat = Math.floor((index * beats) / running);
        return events;
      });
      return [started, ...begun.flat()];
    },
    next: (at) => [...workers].flatMap((worker) => advance(at, worker)),
  };
}

function change(repository: string, before: StepName | undefined, step: StepName): RunEvent[] {
  const started: RunEvent = { type: 'step-started', repository, step };
  if (before === undefined) return [started];
  const summary = '12 refs';
  return [{ type: 'step-finished', repository, step: before, outcome: 'done', summary }, started];
}

function finished(repository: string): RunEvent {
  return {
    type: 'repository-finished',
    repository,
    target: repository,
    outcome: 'succeeded',
    refs: 12,
    lfsObjects: 0,
    pullRequests: null,
    webUrl: `https://github.com/acme/${repository}`,
    reason: null,
    failure: null,
    milliseconds: beats * beat,
  };
}
