import { followRun } from '../../../../src/core/commands/status/follow-run.ts';
import type { RunEvent, TimedEvent } from '../../../../src/core/ports/records/events.ts';
import type { RepositoryState, StepName } from '../../../../src/core/ports/records/migration.ts';
import { stepNames } from '../../../../src/core/ports/records/migration.ts';
import type { ExpectedWork } from '../../../../src/core/ports/records/run-results.ts';
import type { Store } from '../../../../src/core/ports/store.ts';
import type { EventSink } from '../../../../src/core/report/event-sink.ts';
import { snapshotOf } from '../../../../src/core/report/run/live-snapshot.ts';
import {
  initialRunState,
  type RunState,
  reduceRun,
} from '../../../../src/core/report/run/run-state.ts';
import { recordEvents } from '../../../../src/core/run/control/record-events.ts';
import { endedEarlier } from '../../../../src/core/run/repositories/run-outcome.ts';
import { failure, noon } from '../../report/events.ts';
import { SimulatedStore, simulatedId } from './simulated-store.ts';

/** The way of most repositories: archives go another one. */
const steps = stepNames.filter((name) => name !== 'archive' && name !== 'import');

/** One migration of several runs: emits and stores what the engine does, in its order. */
export class SimulatedMigration {
  now = noon;
  /** As the process of the run has it. */
  run: RunState = initialRunState;
  /** Rows that its process has stored. */
  readonly stored: SimulatedStore;
  #isHeld = false;
  #ofThisRun = new Set<string>();
  #record: ((event: TimedEvent) => void) | null = null;
  #stopRecording: () => Promise<void> = async () => {};
  readonly #read: ReturnType<typeof followRun>;
  readonly #expected: ExpectedWork;

  constructor(
    sources: readonly string[],
    expected: ExpectedWork = { pullRequests: 1000, requests: 2000 },
  ) {
    this.#expected = expected;
    this.stored = new SimulatedStore(sources);
    this.#read = followRun({
      store: this.stored.store,
      migration: simulatedId,
      readSnapshot: async () => structuredClone(snapshotOf(this.run)),
    });
  }

  /** As another process sees it. */
  async watched(): Promise<RunState> {
    // Events are recorded one after another.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    return (await this.#read()).run;
  }

  /** Tells whether another process sees that it is over, and that one coordinates it. */
  async ends(): Promise<{ readonly isOver: boolean; readonly isLed: boolean }> {
    const { isOver, isLed } = await this.#read();
    return { isOver, isLed };
  }

  async start(): Promise<void> {
    this.run = initialRunState;
    this.stored.hasHolder = true;
    this.#isHeld = false;
    const open = [...this.stored.rows.values()].filter(
      ({ status }) => status !== 'succeeded' && status !== 'skipped',
    );
    const isResumed = this.stored.recorded.length > 0;
    this.#ofThisRun = new Set(open.map(({ source }) => source));
    const migration = this.stored.migration();
    const store = this.stored.store as Store;
    const earlier = await endedEarlier(store, { migration, repositories: open });
    const recorder = recordEvents({
      writer: () => ({
        appendEvent: async (event: TimedEvent) => void this.stored.recorded.push(event),
      }),
      events: {
        recordWith: (listener: (event: TimedEvent) => void) => {
          this.#record = listener;
        },
      } as unknown as EventSink,
    });
    this.#stopRecording = recorder.stop;
    this.stored.status = 'running';
    this.#emit({
      type: 'run-started',
      migration: simulatedId,
      source: migration.source,
      target: migration.target,
      repositories: open.map(({ source, target }) => ({
        ...{ source, target, sizeBytes: 1000 * source.length },
        ...this.#expected,
      })),
      workers: 2,
      resumed: isResumed,
      ...(earlier.length > 0 && { earlier }),
    });
  }

  /** Stops the run in order. */
  async stop(): Promise<void> {
    for (const { source, status } of this.stored.rows.values()) {
      if (status !== 'running') continue;
      const step = this.#runningStep(source);
      if (step !== null) this.stored.saveStep(source, step, 'pending');
      this.stored.save(source, { status: 'pending' });
    }
    const rows = [...this.stored.rows.values()];
    const count = (status: string) => rows.filter((row) => row.status === status).length;
    const counts = {
      succeeded: count('succeeded'),
      skipped: count('skipped'),
      failed: count('failed'),
    };
    this.stored.status = 'paused';
    this.#emit({
      type: 'run-finished',
      migration: simulatedId,
      status: 'paused',
      counts,
      milliseconds: 1,
    });
    await this.#stopRecording();
    this.stored.hasHolder = false;
  }

  /** The process dies: what it has stored stays as it is. */
  async kill(): Promise<void> {
    await this.#stopRecording();
    this.stored.hasHolder = false;
  }

  togglePause(): void {
    this.#isHeld = !this.#isHeld;
    this.#emit({ type: 'run-held', held: this.#isHeld });
  }

  /** Does the next thing that comes for a repository: it starts, or its step begins, proceeds or ends. */
  work(repository: string): void {
    const row = this.#rowOf(repository);
    if (row === null) return;
    if (!this.#isWorkedOn(row)) {
      if (row.status === 'succeeded' || row.status === 'skipped') return;
      if (this.run.repositories.get(repository)?.status !== 'pending') return;
      this.#emit({ type: 'repository-started', repository, target: row.target });
      this.stored.save(repository, { status: 'running', startedAt: this.now, failure: null });
      return;
    }
    const step = this.#runningStep(repository);
    if (step !== null) {
      this.stored.saveStep(repository, step, 'done');
      this.#emit({ type: 'step-finished', repository, step, outcome: 'done', summary: 'done' });
      return;
    }
    const done = this.stored.doneSteps(repository);
    const next = steps.find((name) => !done.includes(name));
    if (next === undefined) {
      this.#finish(row, 'succeeded');
      return;
    }
    this.#emit({ type: 'step-started', repository, step: next, stepsDone: done.length });
    this.stored.saveStep(repository, next, 'running');
  }

  progress(repository: string, done: number): void {
    const row = this.#rowOf(repository);
    const step = this.#runningStep(repository);
    if (row === null || !this.#isWorkedOn(row) || step === null) return;
    const progress =
      step === 'pull-requests'
        ? ({ done, total: 1000, unit: 'pull requests', what: 'writing' } as const)
        : ({ done, total: 1000, unit: 'objects', what: 'receiving objects' } as const);
    this.#emit({ type: 'step-progress', repository, step, progress });
  }

  wait(repository: string): void {
    const row = this.#rowOf(repository);
    if (row === null || !this.#isWorkedOn(row)) return;
    const until = this.now + 60_000;
    this.#emit({
      type: 'waiting',
      repository,
      host: 'api.github.com',
      reason: 'limit',
      until,
      limit: 'requests',
    });
  }

  fail(repository: string): void {
    const row = this.#rowOf(repository);
    if (row === null || !this.#isWorkedOn(row)) return;
    const step = this.#runningStep(repository);
    if (step !== null) this.stored.saveStep(repository, step, 'failed');
    this.#emit({ type: 'repository-warning', repository, message: 'odd' });
    this.#finish(row, 'failed');
  }

  skip(repository: string): void {
    const row = this.#rowOf(repository);
    const status = this.run.repositories.get(repository)?.status;
    if (row === null || (status !== 'pending' && !this.#isWorkedOn(row))) return;
    this.#finish(row, 'skipped');
  }

  retry(repository: string): void {
    const row = this.#rowOf(repository);
    if (row === null || this.run.repositories.get(repository)?.status !== 'failed') return;
    const fresh = { failure: null, reason: null, startedAt: null, finishedAt: null };
    this.stored.save(repository, { status: 'pending', ...fresh });
    this.#emit({ type: 'repository-queued', repository });
  }

  #finish({ source, target }: RepositoryState, outcome: 'succeeded' | 'skipped' | 'failed'): void {
    const result = {
      refs: outcome === 'succeeded' ? 3 : null,
      reason: outcome === 'skipped' ? 'skipped' : null,
      failure: outcome === 'failed' ? failure() : null,
    };
    this.stored.save(source, { status: outcome, finishedAt: this.now, ...result });
    this.#emit({
      type: 'repository-finished',
      ...{ repository: source, target, outcome, ...result },
      ...{ lfsObjects: null, pullRequests: null, webUrl: null, milliseconds: 1 },
    });
  }

  #emit(event: RunEvent): void {
    const timed = { ...event, at: this.now };
    this.#record?.(timed);
    this.run = reduceRun(this.run, timed);
  }

  #rowOf(source: string): RepositoryState | null {
    return this.#ofThisRun.has(source) ? (this.stored.rows.get(source) ?? null) : null;
  }

  /** By this run: a killed one leaves others behind. */
  #isWorkedOn({ source, status }: RepositoryState): boolean {
    const shown = this.run.repositories.get(source)?.status;
    return status === 'running' && (shown === 'running' || shown === 'waiting');
  }

  #runningStep(source: string): StepName | null {
    const all = this.run.repositories.get(source)?.steps;
    return all?.find(({ status }) => status === 'running')?.name ?? null;
  }
}
