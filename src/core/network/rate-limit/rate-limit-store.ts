import { mergeRateLimitStates } from './merge-state.ts';
import { freshRateLimitState, type RateLimitState } from './rate-limit-state.ts';

/** Reads a state and says what it becomes. The same object means: nothing has changed. */
export type RateLimitChange<T> = (state: RateLimitState) => {
  readonly state: RateLimitState;
  readonly result: T;
};

/**
 * Where pace states are kept. A change is synchronous and must run alone: whoever shares the store between
 * processes runs it inside one transaction. Nothing here fails: a store that cannot go on says so and forgets.
 */
export interface RateLimitStore {
  /** Names this process for the others that use the store. */
  readonly owner: string;
  /** Whether the process of that name is still there; a doubt counts as yes. */
  isAlive(owner: string): boolean;
  /** Reads the state of a budget, hands it to `change`, keeps what comes back, and gives the result. */
  update<T>(key: string, change: RateLimitChange<T>): Promise<T>;
  /**
   * As update() without a result: with the next update of this budget, or by itself before the process waits for anything.
   * What the process has not kept when it ends is what others find out of its end.
   */
  updateSoon(key: string, change: (state: RateLimitState) => RateLimitState): void;
  /** From now on `key` is another name of the budget `account`; what was counted under it is counted there. */
  fold(key: string, account: string): Promise<void>;
}

/** Budgets by name, and by credential the names of their accounts' budgets. */
export interface KnownRateLimit {
  readonly states: ReadonlyMap<string, RateLimitState>;
  readonly accounts: ReadonlyMap<string, string>;
}

/** Kept for as long as this value lives. */
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
