import { afterAll, afterEach } from 'vitest';

export interface Shared<T> {
  /** The one that is open, or a new one. */
  get(): Promise<T>;
  /** For tests that do not leave it as they have found it: the next one gets a new one. */
  spoil(): Promise<void>;
}

/**
 * One thing that takes long to make, for all tests of a file or `describe` that leave it as they have found it.
 * A test that fails spoils it.
 */
export function share<T extends AsyncDisposable>(open: () => Promise<T>): Shared<T> {
  let opened: T | null = null;
  async function spoil(): Promise<void> {
    const spoilt = opened;
    opened = null;
    await spoilt?.[Symbol.asyncDispose]();
  }
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await spoil();
  });
  afterAll(spoil);
  return {
    async get() {
      opened ??= await open();
      return opened;
    },
    spoil,
  };
}
