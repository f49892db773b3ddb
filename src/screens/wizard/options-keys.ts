import type { Binding } from '../../ui/keymap.ts';
import { enter } from './flow.ts';
import type { Hands } from './hands.ts';
import { type OptionsAction, optionsOf } from './options-state.ts';

export function optionsKeys(hands: Hands): readonly Binding[] {
  const { store } = hands;
  const { options } = store.getState();
  const act = (action: OptionsAction) => store.dispatch({ type: 'options', action });
  const chosen = optionsOf(options);
  function leaveField(): void {
    const { userMap } = optionsOf(store.getState().options);
    const { status } = store.getState().options.check;
    if (userMap !== '' && status === 'idle') checkMap(hands, userMap);
  }
  const move = (by: 1 | -1) => () => {
    leaveField();
    act({ type: 'move', by });
  };
  const turns = options.focus !== 'userMap';
  const turn = (by: 1 | -1) => () => act({ type: 'turn', by });
  function goOn(): void {
    leaveField();
    const { check } = store.getState().options;
    // First see what comes of it.
    if (check.status === 'running' || check.status === 'failed')
      act({ type: 'focus', name: 'userMap' });
    else enter(hands, 'review');
  }
  const isWrong = options.check.status === 'failed' && chosen.userMap !== '';
  return [
    {
      keys: ['enter'],
      label: 'continue',
      help: 'Go on to the review',
      disabled:
        chosen.organization === ''
          ? 'an organization is needed'
          : isWrong
            ? 'the user map cannot be used: correct it, or leave it empty'
            : null,
      run: goOn,
    },
    { keys: ['down', 'tab'], label: 'next', help: 'The next field', run: move(1) },
    { keys: ['up', 'shift+tab'], help: 'The field before', run: move(-1) },
    ...(turns
      ? [
          { keys: ['right'], label: 'change', help: 'The next choice', run: turn(1) },
          { keys: ['left'], help: 'The choice before', run: turn(-1) },
        ]
      : []),
  ];
}

/** Whom the user map means, and who is missing. */
function checkMap({ store, session, tasks }: Hands, path: string): void {
  const { selection } = store.getState();
  const workspace = selection.inventory?.source.workspace ?? '';
  const { people } = selection;
  tasks.run(
    'user-map',
    (signal) => session.checkUserMap({ path, people, workspace, signal }),
    (check) => store.dispatch({ type: 'options', action: { type: 'check', check } }),
  );
}
