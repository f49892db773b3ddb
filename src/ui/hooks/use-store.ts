import { useSyncExternalStore } from 'react';
import type { Store } from '../store.ts';

/** The current state of a store; draws again when it changes. */
export function useStore<State>(store: Pick<Store<State, never>, 'getState' | 'subscribe'>): State {
  return useSyncExternalStore(store.subscribe, store.getState);
}
