import { interrupted } from '../../kernel/errors.ts';
import type { PlannedRepository } from '../../plan/plan-schema.ts';
import type { RunHandler } from '../control/run-controller.ts';
import { createStartSpacing } from '../control/start-spacing.ts';
import type { RunRepositories } from './repositories-run.ts';
import { finishSkipped, type JobOutcome, runJob } from './repository-job.ts';
import { createRepositoryQueue } from './repository-queue.ts';

/** Whose turn it is, as the plan and a person want it. */
export interface Scheduler {
  /** The next repository; `null` when all is over. */
  next(): Promise<PlannedRepository | null>;
  /** Brings it over. */
  give(planned: PlannedRepository): Promise<void>;
  readonly handler: RunHandler;
  /** The run may be over. */
  lookAgain(): void;
  /** Resolves when all that a person wanted has been kept. */
  settled(): Promise<void>;
}

export function createScheduler(
  run: RunRepositories & {
    /** By slug; kept here. */
    readonly outcomes: Map<string, JobOutcome>;
    readonly isOver: () => boolean;
    readonly onError: (thrown: unknown) => void;
  },
): Scheduler {
  const { context, outcomes, isOver } = run;
  const { runController, writer, clock, emit } = context;
  const spacing = createStartSpacing({
    clock,
    milliseconds: context.options.delayMilliseconds,
    pass: runController.pauseGate.pass,
  });
  const planned = new Map(run.repositories.map((one) => [one.source, one]));
  /** Those that are worked on. */
  const skips = new Map<string, AbortController>();
  const skippedHere = new Set<string>();
  const notes = new Set<Promise<void>>();
  let isFinished = false;

  /** As long as somebody sits there, what has failed may be tried again. */
  function mayComeBack(): boolean {
    if (!runController.isAttended() || isFinished) return notes.size > 0;
    return skips.size + notes.size > 0 || [...outcomes.values()].includes('failed');
  }
  const queue = createRepositoryQueue({ repositories: run.repositories, isOver, mayComeBack });

  /** Keeps in the state what a person wants; if that fails, the run ends with it. */
  function note(keep: () => Promise<void>): void {
    const noted = keep()
      .catch(run.onError)
      .finally(() => {
        notes.delete(noted);
        queue.lookAgain();
      });
    notes.add(noted);
  }

  function skip(source: string): void {
    const working = skips.get(source);
    if (working !== undefined) {
      working.abort(interrupted());
      return;
    }
    const one = queue.takeOut(source);
    if (one === null) return;
    note(async () => {
      await finishSkipped(run, one, clock.now());
      outcomes.set(source, 'skipped');
      skippedHere.add(source);
    });
  }

  function retry(source: string): void {
    const one = planned.get(source);
    const hasEnded = outcomes.get(source) === 'failed' || skippedHere.has(source);
    if (one === undefined || !hasEnded || isOver() || isFinished) return;
    outcomes.delete(source);
    skippedHere.delete(source);
    note(async () => {
      const fresh = { failure: null, reason: null, startedAt: null, finishedAt: null };
      await writer.saveRepository(source, { status: 'pending', ...fresh });
      emit({ type: 'repository-queued', repository: source });
      queue.putBack(one);
    });
  }

  /** What only is noted as left alone costs the hosts nothing, so nothing pauses for it. */
  async function waitForStart({ source }: PlannedRepository, skip: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([run.signal, run.drain, skip]);
    if (run.existing.has(source)) await runController.pauseGate.pass(signal);
    else await spacing.waitForStart(signal);
  }

  function finish(): void {
    isFinished = true;
    queue.lookAgain();
  }

  return {
    next: queue.take,
    lookAgain: queue.lookAgain,
    handler: { skip, retry, finish },
    async give(one) {
      const skipping = new AbortController();
      skips.set(one.source, skipping);
      try {
        // Whoever stops this wait is heard right after it.
        await waitForStart(one, skipping.signal).catch(() => {});
        if (isOver()) return;
        const outcome = await runJob({ ...run, skip: skipping.signal }, one);
        outcomes.set(one.source, outcome);
        if (outcome === 'skipped' && skipping.signal.aborted) skippedHere.add(one.source);
      } catch (thrown) {
        run.onError(thrown);
      } finally {
        skips.delete(one.source);
        queue.lookAgain();
      }
    },
    async settled() {
      while (notes.size > 0) await Promise.all(notes);
    },
  };
}
