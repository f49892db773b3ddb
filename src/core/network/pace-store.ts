import { freshPaceState, type PaceState } from './pace-state.ts';

/**
 * Where pace states are kept. `change` is synchronous and must run alone: whoever shares the store between
 * processes runs it inside one transaction.
 */
export interface PaceStore {
  /** Reads the state of a budget, hands it to `change`, keeps what comes back, and gives the result. */
  update<T>(
    key: string,
    change: (state: PaceState) => { readonly state: PaceState; readonly result: T },
  ): Promise<T>;
}

/** Kept for as long as this value lives. */
export function createMemoryPaceStore(): PaceStore {
  const states = new Map<string, PaceState>();
  return {
    async update(key, change) {
      const { state, result } = change(states.get(key) ?? freshPaceState);
      states.set(key, state);
      return result;
    },
  };
}
