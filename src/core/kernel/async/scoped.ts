import { AsyncLocalStorage } from 'node:async_hooks';

/** A value for the whole process, and another one for what is called beneath a piece of work. */
export interface Scoped<T> {
  /** Returns what holds here; `null` where nothing does. */
  get(): T | null;
  /** For the whole process, from now on. */
  set(value: T | null): void;
  within<Result>(value: T, work: () => Promise<Result>): Promise<Result>;
}

export function createScoped<T>(): Scoped<T> {
  const storage = new AsyncLocalStorage<T>();
  let whole: T | null = null;
  return {
    get: () => storage.getStore() ?? whole,
    set(value) {
      whole = value;
    },
    within: (value, work) => storage.run(value, work),
  };
}
