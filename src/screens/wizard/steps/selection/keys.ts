import { moveKeys } from '../../../../ui/input/move-keys.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import type { BodySize } from '../../engine/step.ts';
import { matchesOf } from './items.ts';
import { overLimit } from './limit.ts';
import type { SelectionAction, SelectionState } from './model.ts';
import { clashingName, renameProblem } from './names.ts';
import { offerScan, type SelectionContext, startScan, stopScan } from './scan.ts';
import { listHeight } from './view.ts';

type Act = (action: SelectionAction) => () => void;

/** The keys of the list; those of a pattern and of the offered scan stand in their place. */
export function selectionKeys(context: SelectionContext, size: BodySize): readonly Binding[] {
  const { store } = context;
  const { selection } = store.getState();
  const act: Act = (action) => () => store.dispatch({ type: 'selection', action });
  if (selection.pattern !== null) return patternKeys(selection, act);
  if (selection.rename !== null) return renameKeys(context, act);
  if (selection.scan.status === 'running' && !selection.isBackground) return [stopKey(context)];
  if (selection.offer !== null) return offerKeys(context, act);
  const height = listHeight(selection, size);
  return [
    ...stepKeys(context, selection, act({ type: 'toggle', height })),
    ...listKeys(context, { selection, height, act }),
    ...moveKeys((move) => act({ type: 'move', move, height })),
  ];
}

function stepKeys(
  { store, forward }: SelectionContext,
  selection: SelectionState,
  toggle: () => void,
): readonly Binding[] {
  const { selected, limit } = selection;
  const { nameFrom } = store.getState().options.values;
  return [
    {
      keys: ['enter'],
      label: 'continue',
      help: 'Continue with the selected repositories',
      disabled:
        noneSelected(selected) ??
        overLimit(limit, selected.size) ??
        clashingName(selection, nameFrom),
      run: () => forward('selection'),
    },
    { keys: ['space'], label: 'select', help: 'Select or clear', run: toggle },
  ];
}

function listKeys(
  context: SelectionContext,
  { selection, height, act }: { selection: SelectionState; height: number; act: Act },
): readonly Binding[] {
  const { selected, filter, scan } = selection;
  const clearFilter: Binding = {
    keys: ['esc'],
    label: 'no filter',
    help: 'Clear the filter',
    run: act({ type: 'clear-filter' }),
  };
  return [
    { keys: ['tab'], label: 'sort', help: 'Sort by the next column', run: act({ type: 'sort' }) },
    {
      keys: ['ctrl+r'],
      label: 'rename',
      help: 'Rename this repository on GitHub',
      run: act({ type: 'rename', height }),
    },
    {
      keys: ['ctrl+d'],
      label: 'deep scan',
      help: 'Count pull requests and look for LFS; shows the cost first',
      disabled: scan.status === 'running' ? 'a scan is running' : noneSelected(selected),
      run: () => offerScan(context),
    },
    {
      keys: ['ctrl+p'],
      label: 'pattern',
      help: 'Select by a pattern such as payments-*',
      run: act({ type: 'pattern', on: true }),
    },
    {
      keys: ['ctrl+a'],
      label: 'all',
      help: 'Select all listed',
      run: act({ type: 'all' }),
    },
    {
      keys: ['ctrl+n'],
      label: 'none',
      help: 'Clear all listed',
      run: act({ type: 'none' }),
    },
    ...(filter.text === '' ? [] : [clearFilter]),
  ];
}

function noneSelected({ size }: ReadonlySet<string>): string | null {
  return size === 0 ? 'no repository selected' : null;
}

function patternKeys(selection: SelectionState, act: Act): readonly Binding[] {
  const text = selection.pattern?.text ?? '';
  const isVain = text !== '' && matchesOf(selection, text).length === 0;
  return [
    {
      keys: ['enter'],
      label: 'select',
      help: 'Select matches',
      disabled: isVain ? 'no repository matches' : null,
      run: act({ type: 'use-pattern' }),
    },
    {
      keys: ['esc'],
      label: 'no pattern',
      help: 'Cancel',
      run: act({ type: 'pattern', on: false }),
    },
  ];
}

function renameKeys({ store }: SelectionContext, act: Act): readonly Binding[] {
  const { selection, options } = store.getState();
  return [
    {
      keys: ['enter'],
      label: 'rename',
      help: 'Use this name; empty restores the Bitbucket name',
      disabled: renameProblem(selection, options.values.nameFrom),
      run: act({ type: 'use-rename' }),
    },
    {
      keys: ['esc'],
      label: 'keep',
      help: 'Keep the old name',
      run: act({ type: 'rename', height: null }),
    },
  ];
}

function offerKeys(context: SelectionContext, act: Act): readonly Binding[] {
  return [
    { keys: ['enter', 'y'], label: 'scan', help: 'Scan now', run: () => startScan(context) },
    {
      keys: ['esc', 'n'],
      label: 'not now',
      help: 'Cancel',
      run: act({ type: 'offer', offer: null }),
    },
  ];
}

function stopKey(context: SelectionContext): Binding {
  return {
    keys: ['esc'],
    label: 'stop',
    help: 'Stop; keep the results so far',
    run: () => stopScan(context),
  };
}
