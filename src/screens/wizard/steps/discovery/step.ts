import type { TimedEvent } from '../../../../core/ports/events.ts';
import type { StateOf } from '../../engine/state.ts';
import type { BodyOptions, Step } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import { fitted } from '../../shared/view.ts';
import { capitalized, placeWord } from '../credentials/source-kind.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import type { WelcomeSlice } from '../welcome/state.ts';
import { ask } from './ask.ts';
import { type DiscoveryContext, stopDiscovery } from './discover-workspace.ts';
import { discoveryKeys } from './keys.ts';
import {
  type DiscoveryAction,
  type DiscoverySlice,
  type DiscoveryState,
  initialDiscovery,
  reduceDiscovery,
} from './state.ts';
import { discoveryView } from './view.ts';

export const discoveryStep: Step<
  'discovery',
  DiscoveryState,
  DiscoveryAction,
  CredentialsSlice & WelcomeSlice
> = {
  name: 'discovery',
  initial: ({ last }) => initialDiscovery(last.workspace),
  reduce: reduceDiscovery,
  input: (input) => ({ type: 'pick', action: input }),
  title: ({ credentials }) => capitalized(placeWord(credentials)),
  body: (state, options) => ({ lines: fitted(viewOf(state, options), options) }),
  keys: discoveryKeys,
  ask,
  busy({ credentials, discovery }) {
    return discovery.task.status === 'running' ? `Reading the ${placeWord(credentials)}` : null;
  },
  enter({ store }) {
    const options = resultOf(store.getState().credentials.source)?.workspaces ?? [];
    const action = { type: 'options', options } as const;
    store.dispatch({ type: 'discovery', action: { type: 'pick', action } });
  },
  leave(context) {
    const { status } = context.store.getState().discovery.task;
    if (status === 'running') stopDiscovery(context);
  },
  drop: ({ store }) =>
    store.dispatch({ type: 'discovery', action: { type: 'task', asked: '', task: idle } }),
  onEvent,
};

function viewOf(
  { credentials, discovery }: StateOf<DiscoverySlice & CredentialsSlice>,
  options: BodyOptions,
) {
  const workspaces = resultOf(credentials.source)?.workspaces ?? null;
  return discoveryView(discovery, { ...options, workspaces, word: placeWord(credentials) });
}

function onEvent({ store }: DiscoveryContext, event: TimedEvent): void {
  if (event.type !== 'discovery-progress') return;
  const { found, total } = event;
  store.dispatch({ type: 'discovery', action: { type: 'progress', found, total } });
}
