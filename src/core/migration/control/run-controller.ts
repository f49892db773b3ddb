import type { Clock } from '../../kernel/clock.ts';
import type { Emit } from '../../ports/events.ts';
import { createPauseGate, type PauseGate } from './pause-gate.ts';

/** All that a person may do to a run besides ending it. What makes no sense just now does nothing. */
export interface RunControls {
  /** No step is begun, and no request and no git command leaves, until it goes on. */
  pause(): void;
  resume(): void;
  /** Puts a repository that has failed, or was skipped here, back into the queue. */
  retry(source: string): void;
  /** Leaves out a repository that waits for its turn, or that is worked on: that stops at once. */
  skip(source: string): void;
  /** Ends a run that only waits for somebody to try again what has failed. */
  finish(): void;
}

/** Who works through the repositories, as far as a person can tell them something. */
export type RunHandler = Pick<RunControls, 'retry' | 'skip' | 'finish'>;

/** Where a person and a run meet: the screen has the controls, the engine the rest. */
export interface RunController {
  readonly controls: RunControls;
  readonly pauseGate: PauseGate;
  /** Somebody sits there: a run in which repositories have failed waits for them before it ends. */
  isAttended(): boolean;
  attend(isAttended: boolean): void;
  /** From now on this is told what a person wants; `null`: nobody. */
  handleBy(handler: RunHandler | null): void;
}

export function createRunController(options: {
  clock: Pick<Clock, 'now'>;
  drain: AbortSignal;
  emit: Emit;
}): RunController {
  const pauseGate = createPauseGate({
    ...options,
    onChange: (isClosed) => options.emit({ type: 'run-held', held: isClosed }),
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
