import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import { resultOf } from '../../engine/tasks.ts';
import { capitalized, placeWord } from '../credentials/source-kind.ts';
import { firstOrganization } from '../credentials/state.ts';
import { type DiscoveryContext, discoverWorkspace } from './discover-workspace.ts';
import { pickedName } from './pick-state.ts';
import { discoveryView } from './view.ts';

/** Asks for a workspace until there is one with repositories. */
export async function ask(context: DiscoveryContext, io: PromptIO): Promise<void> {
  const { store, forward, end } = context;
  const word = placeWord(store.getState().credentials);
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
  const { credentials, discovery, welcome } = store.getState();
  if (welcome.purpose === 'migration') return forward('discovery');
  const workspace = pickedName(discovery.pick);
  end({ kind: 'secrets', workspace, organization: firstOrganization(credentials) });
}

/** Empty where nothing was typed, and nothing is known that could stand for it. */
async function askName({ store }: DiscoveryContext, io: PromptIO): Promise<string> {
  const { credentials, discovery } = store.getState();
  const workspaces = resultOf(credentials.source)?.workspaces ?? [];
  const last = discovery.pick.text.text;
  // A name that was wrong is not offered again.
  const isKnown = workspaces.length === 0 || workspaces.includes(last);
  const standard = isKnown && last !== '' ? last : (workspaces[0] ?? '');
  const asked = capitalized(placeWord(credentials));
  if (workspaces.length > 0) io.say(['', `${asked}s: ${workspaces.map(safe).join(', ')}`]);
  const name = await io.ask(`${asked}${standard === '' ? '' : ` [${safe(standard)}]`}: `);
  return name === '' ? standard : name;
}
