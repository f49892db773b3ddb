/** State outside of React: readers get the current one, even within one burst of keys. */
export interface Store<State, Action> {
  readonly getState: () => State;
  readonly dispatch: (action: Action) => void;
  /** @returns ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store around a pure reducer. Calls listeners only for changed states. */
export function createStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initial: State,
): Store<State, Action> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => state,
    dispatch(action) {
      const before = state;
      state = reduce(state, action);
      if (state !== before) for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
