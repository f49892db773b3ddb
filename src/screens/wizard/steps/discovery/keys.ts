import type { Binding } from '../../../../ui/keys/keymap.ts';
import type { WizardContext } from '../../engine/step.ts';
import { idle } from '../../engine/tasks.ts';
import { moveKeys } from '../../engine/view.ts';
import { hostOf } from '../credentials/source-hosts.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import type { ErrandSlice } from '../errand/state.ts';
import type { WelcomeSlice } from '../welcome/state.ts';
import { isFiltering, type PickAction, pickedName } from './pick-state.ts';
import { type DiscoverySlice, discoveredOf } from './state.ts';

export function discoveryKeys(context: DiscoveryContext): readonly Binding[] {
  const { store, forward } = context;
  const { credentials, discovery, welcome } = store.getState();
  const word = hostOf(credentials).scope;
  const found = discoveredOf(discovery);
  const isRunning = discovery.task.status === 'running';
  if (isRunning) {
    const stop = () => stopDiscovery(context);
    return [{ keys: ['esc'], label: 'stop', help: 'Stop reading', run: stop }];
  }
  const pick = (action: PickAction) =>
    store.dispatch({ type: 'discovery', action: { type: 'pick', action } });
  const clear: Binding = {
    keys: ['esc'],
    label: 'clear',
    help: `List every ${word} again`,
    run: () => pick({ type: 'name', name: '' }),
  };
  const move = [
    ...(isFiltering(discovery.pick) ? [clear] : []),
    ...moveKeys(word, (by) => pick({ type: 'move', by })),
  ];
  if (welcome.purpose === 'secrets') return [secretsKey(context), ...move];
  const isEmpty = found !== null && found.repositories.length === 0;
  const missing = pickedName(discovery.pick) === '' ? `a ${word} is needed` : null;
  return [
    {
      keys: ['enter'],
      label: found === null ? 'read' : 'continue',
      help: found === null ? `Read the ${word}` : 'Continue to the repositories',
      disabled: isEmpty ? 'no repositories to select' : missing,
      run: () => (found === null ? discoverWorkspace(context) : forward('discovery')),
    },
    ...move,
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

/** The commands for secrets read the workspace themselves. */
function secretsKey({ store, enter }: DiscoveryContext): Binding {
  const { discovery, credentials } = store.getState();
  const workspace = pickedName(discovery.pick);
  const word = hostOf(credentials).scope;
  return {
    keys: ['enter'],
    label: 'continue',
    help: 'Continue to its variable names',
    disabled: workspace === '' ? `a ${word} is needed` : null,
    run: () => enter('secrets'),
  };
}

export type DiscoveryContext = WizardContext<
  DiscoverySlice & CredentialsSlice & WelcomeSlice & ErrandSlice<'secrets'>
>;

/** Reads the selected workspace, and continues to its repositories unless some were left out. */
export function discoverWorkspace({ store, session, tasks, forward }: DiscoveryContext): void {
  const workspace = pickedName(store.getState().discovery.pick);
  if (workspace === '') return;
  tasks.run(
    'discover',
    (signal) => session.discover({ workspace, signal }),
    (task) => {
      store.dispatch({ type: 'discovery', action: { type: 'task', asked: workspace, task } });
      const isPlain = task.status === 'done' && task.value.unparsed.length === 0;
      if (isPlain && task.value.repositories.length > 0) forward('discovery');
    },
  );
}

/** Drops the result, too. */
export function stopDiscovery({ store, tasks }: DiscoveryContext): void {
  tasks.stop('discover');
  store.dispatch({ type: 'discovery', action: { type: 'task', asked: '', task: idle } });
}
