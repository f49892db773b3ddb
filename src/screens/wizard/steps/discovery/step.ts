import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { TimedEvent } from '../../../../core/ports/records/events.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { StateOf } from '../../engine/state.ts';
import type { BodyOptions, Step } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import { asBody } from '../../engine/view.ts';
import { capitalized, hostOf } from '../credentials/source-hosts.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import type { ErrandSlice } from '../errand/state.ts';
import type { WelcomeSlice } from '../welcome/state.ts';
import { type DiscoveryContext, discoverWorkspace, discoveryKeys, stopDiscovery } from './keys.ts';
import {
  type DiscoveryAction,
  type DiscoverySlice,
  type DiscoveryState,
  discoveryUndo,
  initialDiscovery,
  reduceDiscovery,
} from './state.ts';
import { discoveryView } from './view.ts';

export const discoveryStep: Step<
  'discovery',
  DiscoveryState,
  DiscoveryAction,
  CredentialsSlice & WelcomeSlice & ErrandSlice<'secrets'>
> = {
  name: 'discovery',
  initial: ({ last }) => initialDiscovery(last.workspace),
  reduce: reduceDiscovery,
  undo: discoveryUndo,
  input: (input) => ({ type: 'pick', action: input }),
  about: ({ credentials }) =>
    `Choose the ${hostOf(credentials).scope} to migrate. Type to filter, or to enter a name that is not listed.`,
  title: ({ credentials }) => capitalized(hostOf(credentials).scope),
  body: (state, options) => asBody(viewOf(state, options)),
  keys: discoveryKeys,
  ask,
  busy({ credentials, discovery }) {
    return discovery.task.status === 'running' ? `Reading the ${hostOf(credentials).scope}` : null;
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
  return discoveryView(discovery, { ...options, workspaces, word: hostOf(credentials).scope });
}

function onEvent({ store }: DiscoveryContext, event: TimedEvent): void {
  if (event.type !== 'discovery-progress') return;
  const { found, total } = event;
  store.dispatch({ type: 'discovery', action: { type: 'progress', found, total } });
}

/** Asks for a workspace until one has repositories. */
async function ask(context: DiscoveryContext, io: PromptIO): Promise<void> {
  const { store, forward, enter } = context;
  const word = hostOf(store.getState().credentials).scope;
  for (;;) {
    const name = await askName(context, io);
    if (name === '') continue;
    const action = { type: 'name', name } as const;
    store.dispatch({ type: 'discovery', action: { type: 'pick', action } });
    discoverWorkspace(context);
    const { discovery } = await until(store, (state) => hasEnded(state.discovery.task));
    const found = resultOf(discovery.task);
    if (found !== null && found.repositories.length > 0) break;
    const { lines } = discoveryView(discovery, { ...plainView, workspaces: null, word });
    io.say(lines.slice(-6));
  }
  if (store.getState().welcome.purpose === 'migration') return forward('discovery');
  enter('secrets');
}

/** Empty without an answer and without a default. */
async function askName({ store }: DiscoveryContext, io: PromptIO): Promise<string> {
  const { credentials, discovery } = store.getState();
  const workspaces = resultOf(credentials.source)?.workspaces ?? [];
  const last = discovery.pick.text.text;
  // Do not offer an unknown name again.
  const isKnown = workspaces.length === 0 || workspaces.includes(last);
  const standard = isKnown && last !== '' ? last : (workspaces[0] ?? '');
  const asked = capitalized(hostOf(credentials).scope);
  if (workspaces.length > 0) io.say(['', `${asked}s: ${workspaces.map(safe).join(', ')}`]);
  const name = await io.ask(`${asked}${standard === '' ? '' : ` [${safe(standard)}]`}: `);
  return name === '' ? standard : name;
}
