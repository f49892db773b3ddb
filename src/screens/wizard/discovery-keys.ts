import type { Binding } from '../../ui/keymap.ts';
import { discoveredOf } from './discovery-state.ts';
import { discoverWorkspace, enter } from './flow.ts';
import type { Hands } from './hands.ts';
import { pickedName } from './pick-state.ts';

export function discoveryKeys(hands: Hands): readonly Binding[] {
  const { store, tasks } = hands;
  const { discovery } = store.getState();
  const found = discoveredOf(discovery);
  const isRunning = discovery.task.status === 'running';
  if (isRunning) return [{ keys: ['esc'], label: 'stop', help: 'Stop reading', run: stop }];

  function stop(): void {
    tasks.stop('discover');
    const idle = { status: 'idle' } as const;
    store.dispatch({ type: 'discovery', action: { type: 'task', asked: '', task: idle } });
  }
  const move = (by: 1 | -1) => () =>
    store.dispatch({
      type: 'discovery',
      action: { type: 'pick', action: { type: 'move', by } },
    });
  const isEmpty = found !== null && found.repositories.length === 0;
  const missing = pickedName(discovery.pick) === '' ? 'a workspace is needed' : null;
  return [
    {
      keys: ['enter'],
      label: found === null ? 'read' : 'continue',
      help: found === null ? 'Read the workspace' : 'Go on to the repositories',
      disabled: isEmpty ? 'there is nothing to choose from' : missing,
      run: () => (found === null ? discoverWorkspace(hands) : enter(hands, 'selection')),
    },
    { keys: ['down', 'tab'], label: 'next', help: 'The next workspace', run: move(1) },
    { keys: ['up', 'shift+tab'], help: 'The workspace before', run: move(-1) },
    ...(found === null
      ? []
      : [
          {
            keys: ['ctrl+r'],
            label: 'again',
            help: 'Read the workspace again',
            run: () => discoverWorkspace(hands),
          },
        ]),
  ];
}
