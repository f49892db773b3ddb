import { mergeRateLimitStates } from './merge-state.ts';
import { freshRateLimitState, type RateLimitState } from './rate-limit-state.ts';

/** Returns the new state; the same object means no change. */
export type RateLimitChange<T> = (state: RateLimitState) => {
  readonly state: RateLimitState;
  readonly result: T;
};

/**
 * Holds rate-limit states. A change is synchronous and runs alone: a store for several processes runs it in a
 * transaction. Nothing here fails: a broken store logs it and forgets.
 */
export interface RateLimitStore {
  /** Identifies this process. */
  readonly owner: string;
  /** Tells whether that process is alive; true if unknown. */
  isAlive(owner: string): boolean;
  /** Applies `change` to the state of a budget and returns its result. */
  update<T>(key: string, change: RateLimitChange<T>): Promise<T>;
  /**
   * As update() without a result, together with the budget's next update, or before the process waits. Others learn of
   * a lost change by the end of the process.
   */
  updateSoon(key: string, change: (state: RateLimitState) => RateLimitState): void;
  /** Makes `key` another name of the budget `account`, and moves its counts there. */
  fold(key: string, account: string): Promise<void>;
}

/** One that is kept outside of this process. */
export interface KeptRateLimitStore extends RateLimitStore {
  /** Notes what is left, and ends the use. */
  close(): Promise<void>;
}

/** Budgets by name, and the names of accounts' budgets by credential. */
export interface KnownRateLimit {
  readonly states: ReadonlyMap<string, RateLimitState>;
  readonly accounts: ReadonlyMap<string, string>;
}

export function createMemoryRateLimitStore(known?: KnownRateLimit): RateLimitStore {
  const states = new Map(known?.states);
  const accounts = new Map(known?.accounts);
  function updateNow<T>(key: string, change: RateLimitChange<T>): T {
    const name = accounts.get(key) ?? key;
    const { state, result } = change(states.get(name) ?? freshRateLimitState);
    states.set(name, state);
    return result;
  }

  return {
    owner: '',
    isAlive: () => true,
    update: async (key, change) => updateNow(key, change),
    updateSoon(key, change) {
      updateNow(key, (state) => ({ state: change(state), result: undefined }));
    },
    async fold(key, account) {
      if (accounts.get(key) === account) return;
      accounts.set(key, account);
      const mine = states.get(key);
      if (mine === undefined) return;
      states.set(account, mergeRateLimitStates(states.get(account) ?? freshRateLimitState, mine));
      states.delete(key);
    },
  };
}
