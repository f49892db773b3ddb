import type { Store } from '../../../src/core/ports/store.ts';

/** A place for a state, which several processes open. */
export interface StorePlace extends AsyncDisposable {
  /** As another process does it; `now` and `isProcessAlive` are what this process sees. */
  open(process: { now: () => number; isProcessAlive: (pid: number) => boolean }): Store;
  /** Called when time has moved, for a place with a clock of its own. */
  setTime(now: number): Promise<void>;
}

/** An empty place. */
export type OpenStorePlace = () => Promise<StorePlace>;

export const hostname = 'here';
