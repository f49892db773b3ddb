import { type Failure, toFailure } from '../../../core/kernel/errors.ts';

export type Task<Value> =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'done'; readonly value: Value }
  | { readonly status: 'failed'; readonly failure: Failure };

export const idle = { status: 'idle' } as const;

export function resultOf<Value>(task: Task<Value>): Value | null {
  return task.status === 'done' ? task.value : null;
}

/** Work in the background of the screens. */
export interface Tasks {
  /** Starts a task, and stops one of the same name. */
  run<Value>(
    name: string,
    work: (signal: AbortSignal) => Promise<Value>,
    onChange: (task: Task<Value>) => void,
  ): void;
  /** It reports nothing more. */
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
    run(name, work, onChange) {
      stop(name);
      const control = new AbortController();
      running.set(name, control);
      const report = (task: Parameters<typeof onChange>[0]) => {
        if (control.signal.aborted) return;
        running.delete(name);
        onChange(task);
      };
      onChange({ status: 'running' });
      work(control.signal).then(
        (value) => report({ status: 'done', value }),
        (thrown: unknown) => report({ status: 'failed', failure: toFailure(thrown) }),
      );
    },
    stop,
    stopAll() {
      for (const name of [...running.keys()]) stop(name);
    },
  };
}
