import type { Clock } from '../../kernel/clock.ts';
import type { Emit } from '../../ports/records/events.ts';
import { createPauseGate, type PauseGate } from './pause-gate.ts';

/**
 * Describes what a person can do to a run, except ending it. A call without effect in the current state does nothing.
 */
export interface RunControls {
  /** No step, request or git command starts until the run is resumed. */
  pause(): void;
  resume(): void;
  /** Queues a failed repository, or one skipped in this run, again. */
  retry(source: string): void;
  /** Skips a queued or a running repository; a running one stops at once. */
  skip(source: string): void;
  /** Ends a run that only waits for retries of what has failed. */
  finish(): void;
}

/** Describes what the scheduler does on a person's request. */
export interface RunHandler extends Pick<RunControls, 'retry' | 'skip' | 'finish'> {
  /** Handles a pause of the run, or its end. */
  pause(isPaused: boolean): void;
}

/** Between a person and a run: the screen has the controls, the engine the rest. */
export interface RunController {
  readonly controls: RunControls;
  readonly pauseGate: PauseGate;
  /** A person is present: a run with failed repositories waits for them before it ends. */
  isAttended(): boolean;
  attend(isAttended: boolean): void;
  /** Handles a person's requests from now on; `null`: nobody does. */
  handleBy(handler: RunHandler | null): void;
}

export function createRunController(options: {
  clock: Pick<Clock, 'now'>;
  drain: AbortSignal;
  emit: Emit;
}): RunController {
  const pauseGate = createPauseGate({
    ...options,
    onChange(isClosed) {
      options.emit({ type: 'run-held', held: isClosed });
      handler?.pause(isClosed);
    },
  });
  let handler: RunHandler | null = null;
  let hasPerson = false;
  return {
    pauseGate,
    controls: {
      pause: pauseGate.close,
      resume: pauseGate.open,
      retry: (source) => handler?.retry(source),
      skip: (source) => handler?.skip(source),
      finish: () => handler?.finish(),
    },
    isAttended: () => hasPerson,
    attend(isAttended) {
      hasPerson = isAttended;
      if (!isAttended) {
        pauseGate.open();
        handler?.finish();
      }
    },
    handleBy(next) {
      handler = next;
    },
  };
}
