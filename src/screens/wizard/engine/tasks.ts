import { type Failure, toFailure } from '../../../core/errors.ts';
import type { Task } from './task.ts';

/** Work that goes on while the screens are used. */
export interface Tasks {
  /** Begins it; one of the same name that still goes on is stopped, and nothing more is heard of it. */
  run<Value>(
    name: string,
    work: (signal: AbortSignal) => Promise<Value>,
    tell: (task: Task<Value>) => void,
  ): void;
  /** Nothing more is heard of it. */
  stop(name: string): void;
  stopAll(): void;
}

export function createTasks(): Tasks {
  const running = new Map<string, AbortController>();
  function stop(name: string): void {
    running.get(name)?.abort();
    running.delete(name);
  }
  return {
    run(name, work, tell) {
      stop(name);
      const control = new AbortController();
      running.set(name, control);
      const settle = <Value>(task: Task<Value>, tellIt: (task: Task<Value>) => void) => {
        if (control.signal.aborted) return;
        running.delete(name);
        tellIt(task);
      };
      tell({ status: 'running' });
      work(control.signal).then(
        (value) => settle({ status: 'done', value }, tell),
        (thrown: unknown) => {
          const failure: Failure = toFailure(thrown);
          settle({ status: 'failed', failure }, tell);
        },
      );
    },
    stop,
    stopAll() {
      for (const name of [...running.keys()]) stop(name);
    },
  };
}
