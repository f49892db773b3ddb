import type { Step } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import { type DiscoverySlice, discoveredOf } from '../discovery/state.ts';
import type { OptionsSlice } from '../state/options.ts';
import { askSelection } from './ask.ts';
import { selectionKeys } from './keys.ts';
import { initialSelection, type SelectionAction, type SelectionState } from './model.ts';
import { onScanEvent, type SelectionContext, scanIfCheap } from './scan.ts';
import { reduceSelection } from './state.ts';
import { selectionUndo } from './undo.ts';
import { selectionView } from './view.ts';

export const selectionStep: Step<
  'selection',
  SelectionState,
  SelectionAction,
  DiscoverySlice & OptionsSlice
> = {
  name: 'selection',
  initial: () => initialSelection,
  reduce: reduceSelection,
  undo: selectionUndo,
  input: (input) => input,
  about: () =>
    'Press Space to select or clear, type to filter. Only selected repositories are migrated.',
  typesQuestionMarks: ({ selection }) => selection.pattern !== null,
  title: () => 'Repositories',
  body: ({ selection, options: { values } }, options) => ({
    lines: selectionView(selection, { ...options, nameFrom: values.nameFrom }),
  }),
  keys: selectionKeys,
  ask: askSelection,
  busy: ({ selection }) => (selection.scan.status === 'running' ? 'Scanning pull requests' : null),
  start({ store, session: { resolveTargetNames } }: SelectionContext) {
    store.dispatch({ type: 'selection', action: { type: 'naming', resolveTargetNames } });
  },
  enter,
  leave({ store, tasks }) {
    tasks.stop('scan');
    tasks.stop('offer');
    tasks.stop('cost');
    store.dispatch({ type: 'selection', action: { type: 'cancel-scan' } });
  },
  onEvent: onScanEvent,
};

function enter(context: SelectionContext): void {
  const { store, session, tasks } = context;
  const found = discoveredOf(store.getState().discovery);
  if (found !== null) {
    const { inventory } = found;
    store.dispatch({ type: 'selection', action: { type: 'inventory', inventory } });
    scanIfCheap(context);
  }
  // Each time: a license may have been activated since.
  tasks.run('limit', session.planLimit, (task) => {
    const limit = resultOf(task);
    if (limit !== null) store.dispatch({ type: 'selection', action: { type: 'limit', limit } });
  });
}
