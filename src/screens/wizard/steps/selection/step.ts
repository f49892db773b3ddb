import type { Step } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import { type DiscoverySlice, discoveredOf } from '../discovery/state.ts';
import { ask } from './ask.ts';
import { selectionKeys } from './keys.ts';
import { onScanEvent, type SelectionContext } from './scan.ts';
import {
  initialSelection,
  reduceSelection,
  type SelectionAction,
  type SelectionState,
} from './state.ts';
import { selectionView } from './view.ts';

export const selectionStep: Step<'selection', SelectionState, SelectionAction, DiscoverySlice> = {
  name: 'selection',
  initial: () => initialSelection,
  reduce: reduceSelection,
  input: (input) => input,
  title: () => 'Repositories',
  body: ({ selection }, options) => ({ lines: selectionView(selection, options) }),
  keys: selectionKeys,
  ask,
  busy: ({ selection }) =>
    selection.scan.status === 'running' ? 'Looking at pull requests' : null,
  enter,
  leave({ store, tasks }) {
    tasks.stop('scan');
    tasks.stop('offer');
    store.dispatch({ type: 'selection', action: { type: 'cancel-scan' } });
  },
  onEvent: onScanEvent,
};

function enter({ store, session, tasks }: SelectionContext): void {
  const found = discoveredOf(store.getState().discovery);
  if (found !== null) {
    const { inventory } = found;
    store.dispatch({ type: 'selection', action: { type: 'inventory', inventory } });
  }
  // Every time: a license may have been activated meanwhile.
  tasks.run('limit', session.planLimit, (task) => {
    const limit = resultOf(task);
    if (limit !== null) store.dispatch({ type: 'selection', action: { type: 'limit', limit } });
  });
}
