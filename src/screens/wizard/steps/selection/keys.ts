import type { ListMove } from '../../../../ui/input/list-state.ts';
import type { Binding } from '../../../../ui/keys/keymap.ts';
import { enter } from '../../engine/navigation.ts';
import type { BodySize, Hands } from '../../engine/step.ts';
import { overLimit } from './limit.ts';
import type { SelectionAction } from './state.ts';
import { listHeight } from './view.ts';

/** The keys of the list; those of a pattern and of the deep look's offer stand in their place. */
export function selectionKeys(hands: Hands, size: BodySize): readonly Binding[] {
  const { store } = hands;
  const { selection } = store.getState();
  const act = (action: SelectionAction) => () => store.dispatch({ type: 'selection', action });
  if (selection.pattern !== null) return patternKeys(act);
  if (selection.look.status === 'running') return [stopKey(hands)];
  if (selection.offer !== null) return offerKeys(hands, act);
  const height = listHeight(selection, size);
  const move = (move: ListMove) => act({ type: 'move', move, height });
  const nobody = selection.chosen.size === 0 ? 'no repository is chosen' : null;
  return [
    {
      keys: ['enter'],
      label: 'continue',
      help: 'Go on with those that are chosen',
      disabled: nobody ?? overLimit(selection.limit, selection.chosen.size),
      run: () => enter(hands, 'options'),
    },
    {
      keys: ['space'],
      label: 'choose',
      help: 'Choose, or leave out',
      run: act({ type: 'toggle', height }),
    },
    {
      keys: ['?'],
      label: 'help',
      help: 'These keys; any letter filters the list',
      run: () => store.dispatch({ type: 'help', on: true }),
    },
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
      disabled: nobody,
      run: () => offerLook(hands),
    },
    ...(selection.filter.text === ''
      ? []
      : [
          {
            keys: ['esc'],
            label: 'no filter',
            help: 'Clear the filter',
            run: act({ type: 'clear-filter' }),
          },
        ]),
    { keys: ['up'], help: 'Up', run: move('up') },
    { keys: ['down'], help: 'Down', run: move('down') },
    { keys: ['pageup'], help: 'A page up', run: move('pageup') },
    { keys: ['pagedown'], help: 'A page down', run: move('pagedown') },
    { keys: ['home'], help: 'To the first', run: move('home') },
    { keys: ['end'], help: 'To the last', run: move('end') },
  ];
}

type Act = (action: SelectionAction) => () => void;

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

function offerKeys(hands: Hands, act: Act): readonly Binding[] {
  return [
    { keys: ['enter', 'y'], label: 'look', help: 'Look', run: () => look(hands) },
    {
      keys: ['esc', 'n'],
      label: 'not now',
      help: 'Leave it',
      run: act({ type: 'offer', offer: null }),
    },
  ];
}

function stopKey({ store, tasks }: Hands): Binding {
  return {
    keys: ['esc'],
    label: 'stop',
    help: 'Stop looking; what was found out is kept',
    run() {
      tasks.stop('look');
      const action = { type: 'look', look: { status: 'idle' } } as const;
      store.dispatch({ type: 'selection', action });
      store.dispatch({ type: 'selection', action: { type: 'offer', offer: null } });
    },
  };
}

/** Says what a deep look at the chosen ones takes. */
function offerLook(hands: Hands): void {
  const { store, session, tasks } = hands;
  const scope = deepScope(hands);
  if (scope === null) return;
  tasks.run(
    'offer',
    () => session.deepLookCost(scope),
    (offer) => store.dispatch({ type: 'selection', action: { type: 'offer', offer } }),
  );
}

function look(hands: Hands): void {
  const { store, session, tasks } = hands;
  const scope = deepScope(hands);
  if (scope === null) return;
  tasks.run(
    'look',
    (signal) => session.deepLook({ ...scope, signal }),
    (task) => store.dispatch({ type: 'selection', action: { type: 'look', look: task } }),
  );
}

function deepScope({ store }: Hands) {
  const { discovery, selection } = store.getState();
  if (discovery.task.status !== 'done') return null;
  const { inventory, repositories } = discovery.task.value;
  const chosen = repositories.filter(({ slug }) => selection.chosen.has(slug));
  return { workspace: inventory.source.workspace, repositories: chosen };
}
