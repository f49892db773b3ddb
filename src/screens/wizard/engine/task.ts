import type { Failure } from '../../../core/errors.ts';

/** Something that is asked for, from before it is asked for to its end. */
export type Task<Value> =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'done'; readonly value: Value }
  | { readonly status: 'failed'; readonly failure: Failure };

export const idle = { status: 'idle' } as const;

export function resultOf<Value>(task: Task<Value>): Value | null {
  return task.status === 'done' ? task.value : null;
}
