import type { ListMove } from '../../../../ui/input/list-state.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import type { BodySize } from '../../engine/step.ts';
import { overLimit } from './limit.ts';
import { offerScan, type SelectionContext, startScan, stopScan } from './scan.ts';
import type { SelectionAction, SelectionState } from './state.ts';
import { listHeight } from './view.ts';

type Act = (action: SelectionAction) => () => void;

/** The keys of the list; those of a pattern and of the offered scan stand in their place. */
export function selectionKeys(context: SelectionContext, size: BodySize): readonly Binding[] {
  const { store } = context;
  const { selection } = store.getState();
  const act: Act = (action) => () => store.dispatch({ type: 'selection', action });
  if (selection.pattern !== null) return patternKeys(act);
  if (selection.scan.status === 'running') return [stopKey(context)];
  if (selection.offer !== null) return offerKeys(context, act);
  const height = listHeight(selection, size);
  return [
    ...stepKeys(context, selection, act({ type: 'toggle', height })),
    ...listKeys(context, selection, act),
    ...moveKeys((move) => act({ type: 'move', move, height })),
  ];
}

function stepKeys(
  { store, forward }: SelectionContext,
  { selected, limit }: SelectionState,
  toggle: () => void,
): readonly Binding[] {
  return [
    {
      keys: ['enter'],
      label: 'continue',
      help: 'Go on with those that are chosen',
      disabled: noneSelected(selected) ?? overLimit(limit, selected.size),
      run: () => forward('selection'),
    },
    { keys: ['space'], label: 'choose', help: 'Choose, or leave out', run: toggle },
    {
      keys: ['?'],
      label: 'help',
      help: 'These keys; any letter filters the list',
      run: () => store.dispatch({ type: 'help', on: true }),
    },
  ];
}

function listKeys(
  context: SelectionContext,
  { selected, filter }: SelectionState,
  act: Act,
): readonly Binding[] {
  const clearFilter: Binding = {
    keys: ['esc'],
    label: 'no filter',
    help: 'Clear the filter',
    run: act({ type: 'clear-filter' }),
  };
  return [
    { keys: ['tab'], label: 'sort', help: 'Sort by the next column', run: act({ type: 'sort' }) },
    {
      keys: ['ctrl+a'],
      label: 'all',
      help: 'Choose all that are listed',
      run: act({ type: 'all' }),
    },
    {
      keys: ['ctrl+n'],
      label: 'none',
      help: 'Leave out all that are listed',
      run: act({ type: 'none' }),
    },
    {
      keys: ['ctrl+p'],
      label: 'pattern',
      help: 'Choose by a pattern such as payments-*',
      run: act({ type: 'pattern', on: true }),
    },
    {
      keys: ['ctrl+d'],
      label: 'deep look',
      help: 'Count pull requests and look for LFS, after its cost was told',
      disabled: noneSelected(selected),
      run: () => offerScan(context),
    },
    ...(filter.text === '' ? [] : [clearFilter]),
  ];
}

function noneSelected({ size }: ReadonlySet<string>): string | null {
  return size === 0 ? 'no repository is chosen' : null;
}

function moveKeys(move: (move: ListMove) => () => void): readonly Binding[] {
  return [
    { keys: ['up'], help: 'Up', run: move('up') },
    { keys: ['down'], help: 'Down', run: move('down') },
    { keys: ['pageup'], help: 'A page up', run: move('pageup') },
    { keys: ['pagedown'], help: 'A page down', run: move('pagedown') },
    { keys: ['home'], help: 'To the first', run: move('home') },
    { keys: ['end'], help: 'To the last', run: move('end') },
  ];
}

function patternKeys(act: Act): readonly Binding[] {
  return [
    {
      keys: ['enter'],
      label: 'choose',
      help: 'Choose what it fits',
      run: act({ type: 'use-pattern' }),
    },
    {
      keys: ['esc'],
      label: 'no pattern',
      help: 'Leave it',
      run: act({ type: 'pattern', on: false }),
    },
  ];
}

function offerKeys(context: SelectionContext, act: Act): readonly Binding[] {
  return [
    { keys: ['enter', 'y'], label: 'look', help: 'Look', run: () => startScan(context) },
    {
      keys: ['esc', 'n'],
      label: 'not now',
      help: 'Leave it',
      run: act({ type: 'offer', offer: null }),
    },
  ];
}

function stopKey(context: SelectionContext): Binding {
  return {
    keys: ['esc'],
    label: 'stop',
    help: 'Stop looking; what was found out is kept',
    run: () => stopScan(context),
  };
}
