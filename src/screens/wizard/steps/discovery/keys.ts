import type { Binding } from '../../../../ui/keys/keymap.ts';
import { placeWord } from '../credentials/source-kind.ts';
import { firstOrganization } from '../credentials/state.ts';
import { type DiscoveryContext, discoverWorkspace, stopDiscovery } from './discover-workspace.ts';
import { pickedName } from './pick-state.ts';
import { discoveredOf } from './state.ts';

export function discoveryKeys(context: DiscoveryContext): readonly Binding[] {
  const { store, forward } = context;
  const { credentials, discovery, welcome } = store.getState();
  const word = placeWord(credentials);
  const found = discoveredOf(discovery);
  const isRunning = discovery.task.status === 'running';
  if (isRunning) {
    const stop = () => stopDiscovery(context);
    return [{ keys: ['esc'], label: 'stop', help: 'Stop reading', run: stop }];
  }
  const move = (by: 1 | -1) => () =>
    store.dispatch({
      type: 'discovery',
      action: { type: 'pick', action: { type: 'move', by } },
    });
  if (welcome.purpose === 'secrets') return [secretsKey(context), ...moveKeys(move, word)];
  const isEmpty = found !== null && found.repositories.length === 0;
  const missing = pickedName(discovery.pick) === '' ? `a ${word} is needed` : null;
  return [
    {
      keys: ['enter'],
      label: found === null ? 'read' : 'continue',
      help: found === null ? `Read the ${word}` : 'Go on to the repositories',
      disabled: isEmpty ? 'there is nothing to choose from' : missing,
      run: () => (found === null ? discoverWorkspace(context) : forward('discovery')),
    },
    ...moveKeys(move, word),
    ...(found === null
      ? []
      : [
          {
            keys: ['ctrl+r'],
            label: 'again',
            help: `Read the ${word} again`,
            run: () => discoverWorkspace(context),
          },
        ]),
  ];
}

function moveKeys(move: (by: 1 | -1) => () => void, word: string): readonly Binding[] {
  return [
    { keys: ['down', 'tab'], label: 'next', help: `The next ${word}`, run: move(1) },
    { keys: ['up', 'shift+tab'], help: `The ${word} before`, run: move(-1) },
  ];
}

/** The commands read the workspace themselves. */
function secretsKey({ store, end }: DiscoveryContext): Binding {
  const { discovery, credentials } = store.getState();
  const workspace = pickedName(discovery.pick);
  const word = placeWord(credentials);
  return {
    keys: ['enter'],
    label: 'continue',
    help: 'Go on to the names of its variables',
    disabled: workspace === '' ? `a ${word} is needed` : null,
    run: () => end({ kind: 'secrets', workspace, organization: firstOrganization(credentials) }),
  };
}
