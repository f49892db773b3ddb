import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import {
  choicesOf,
  controlOf,
  isTyped,
  type OptionName,
} from '../../../../core/options/controls.ts';
import { sourceTraits } from '../../../../core/ports/records/source-traits.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { StateOf } from '../../engine/state.ts';
import type { BodyOptions, Step, WizardContext } from '../../engine/step.ts';
import { idle, resultOf } from '../../engine/tasks.ts';
import { asBody } from '../../engine/view.ts';
import { hostOf } from '../credentials/source-hosts.ts';
import type { CredentialsSlice } from '../credentials/state.ts';
import type { DiscoverySlice } from '../discovery/state.ts';
import type { PeopleSlice } from '../people/state.ts';
import { workersText } from '../selection/limit.ts';
import type { SelectionSlice } from '../selection/model.ts';
import {
  initialOptions,
  type OptionsAction,
  type OptionsSlice,
  type OptionsState,
  optionNames,
  optionsOf,
  reduceOptions,
} from '../state/options.ts';
import { isKnownOwner, ownerCheck } from '../state/owner.ts';
import { optionsKeys } from './keys.ts';
import { find, largeLines, largeOf } from './large-files.ts';
import { checkOwner, ownerLines } from './organization.ts';
import { asksForWord, closedSelected, publicationBody, publicationText } from './publication.ts';
import { optionsUndo } from './undo.ts';
import { optionsView, optionText, selectionForecast } from './view.ts';

type Known = OptionsSlice & CredentialsSlice & DiscoverySlice & SelectionSlice & PeopleSlice;

export const optionsStep: Step<'options', OptionsState, OptionsAction, Known> = {
  name: 'options',
  initial: ({ last }) => initialOptions(last.options),
  reduce: reduceOptions,
  undo: optionsUndo,
  input: (input) => input,
  types: ({ options: { focus, publication } }) => isTyped(focus) || publication === 'asked',
  about: () =>
    'Choose how to migrate the selected repositories. The review shows the result before anything is written.',
  title: () => 'Options',
  body: (state, options) =>
    state.options.publication === 'asked'
      ? publicationBody(state, options, confirmPublication)
      : asBody(viewOf(state, options)),
  keys: optionsKeys,
  ask,
  busy: ({ options }) => {
    if (options.largeFiles.status === 'running') return 'Fetching repositories with large files';
    if (ownerCheck(options).status === 'running') return 'Looking for the organization';
    return options.check.status === 'running' ? 'Checking the user map' : null;
  },
  start: readConfig,
  enter(context) {
    const { store } = context;
    const owners = resultOf(store.getState().credentials.target)?.owners ?? [];
    store.dispatch({ type: 'options', action: { type: 'owners', owners } });
    const { hasExports, hasPipelines } = sourceTraits[hostOf(store.getState().credentials).kind];
    store.dispatch({ type: 'options', action: { type: 'source', hasExports, hasPipelines } });
    // The word counts for the repositories that were selected when it was typed.
    const closed = closedSelected(store.getState());
    store.dispatch({ type: 'options', action: { type: 'selected', closed } });
    readSettingsCost(context);
  },
  leave({ store, tasks }) {
    tasks.stop('user-map');
    tasks.stop('large-files');
    tasks.stop('owner');
    if (store.getState().options.publication === 'asked') {
      const action = { type: 'publication', publication: 'unconfirmed' } as const;
      store.dispatch({ type: 'options', action });
    }
    if (store.getState().options.largeFiles.status === 'running') {
      const action = { type: 'large-files', task: idle } as const;
      store.dispatch({ type: 'options', action });
    }
    if (store.getState().options.check.status !== 'running') return;
    store.dispatch({ type: 'options', action: { type: 'check', check: idle } });
  },
};

/** Of the selected repositories, before they are read. */
function readSettingsCost({ store, session, tasks }: WizardContext<Known>): void {
  const { discovery, selection } = store.getState();
  const all = resultOf(discovery.task)?.repositories ?? [];
  const repositories = all.filter(({ slug }) => selection.selected.has(slug));
  tasks.run(
    'settings-cost',
    () => session.settingsCost({ repositories }),
    (task) => {
      const action = { type: 'settings-cost', requests: resultOf(task) } as const;
      store.dispatch({ type: 'options', action });
    },
  );
}

function readConfig({ store, session, tasks }: WizardContext<Known>): void {
  tasks.run(
    'config',
    () => session.config(),
    (task) => {
      const config = resultOf(task);
      if (config !== null) store.dispatch({ type: 'options', action: { type: 'config', config } });
    },
  );
}

/** The last drawing may be older than the key that leaves. */
function confirmPublication({ store, forward }: WizardContext<Known>): void {
  const state = store.getState();
  if (state.isLeaving || state.options.publication !== 'asked') return;
  const action = { type: 'published', repositories: closedSelected(state) } as const;
  store.dispatch({ type: 'options', action });
  forward('options');
}

function viewOf(known: StateOf<Known>, options: BodyOptions) {
  const { credentials, selection, options: state } = known;
  const large = largeOf(known);
  const targetIsLimited = resultOf(credentials.target)?.isLimited;
  const { kind } = hostOf(credentials);
  const forecast = selectionForecast(selection, { kind, targetIsLimited });
  return optionsView(state, { ...options, forecast, large, limit: selection.limit });
}

/** Lists the options with their values until none is to be changed. */
async function ask(context: WizardContext<Known>, io: PromptIO): Promise<void> {
  const { store, forward, enter } = context;
  for (;;) {
    const state = store.getState();
    const names = optionNames(state.options);
    const labels = names.map((name) => `${controlOf(name).label}: ${optionValue(state, name)}`);
    const canFind = state.options.values.largeFiles === 'rewrite' && largeOf(state).length > 0;
    const more = ['Edit the user map', ...(canFind ? ['Find large files'] : [])];
    const ways = ['Continue with these', ...labels, ...more];
    const number = await io.choose('Options', ways);
    const name = names[number - 1];
    if (number === names.length + 1) return enter('people');
    if (number > names.length) await findAndShow(context, io);
    else if (name !== undefined) await change(context, io, name);
    else if (optionsOf(store.getState().options).organization === '')
      io.say(['An organization is needed.']);
    else if (await lacksOwner(context, io)) continue;
    else if (await isPublicationConfirmed(context, io)) return forward('options');
  }
}

async function findAndShow(context: WizardContext<Known>, io: PromptIO): Promise<void> {
  find(context);
  const state = await until(context.store, ({ options }) => hasEnded(options.largeFiles));
  io.say(largeLines(state.options, { ...plainView, large: largeOf(state) }));
}

/** Asks GitHub where the organization is not listed. */
async function lacksOwner(context: WizardContext<Known>, io: PromptIO): Promise<boolean> {
  const { store } = context;
  if (isKnownOwner(store.getState().options)) return false;
  checkOwner(context);
  const { options } = await until(store, (state) => hasEnded(ownerCheck(state.options)));
  io.say(ownerLines(options, plainView));
  return !isKnownOwner(options);
}

async function isPublicationConfirmed(
  { store }: WizardContext<Known>,
  io: PromptIO,
): Promise<boolean> {
  const state = store.getState();
  if (!asksForWord(state)) return true;
  const { visibility } = state.options.values;
  io.say(['', publicationText(state)]);
  const isConfirmed = (await io.ask(`Type ${visibility} to confirm: `)) === visibility;
  const action = isConfirmed
    ? ({ type: 'published', repositories: closedSelected(state) } as const)
    : ({ type: 'publication', publication: 'unconfirmed' } as const);
  store.dispatch({ type: 'options', action });
  if (!isConfirmed) io.say(['Not confirmed. Choose another visibility, or continue and confirm.']);
  return isConfirmed;
}

function optionValue({ options, selection }: StateOf<Known>, name: OptionName): string {
  if (isTyped(name)) return safe(options[name].text) || 'none';
  if (name === 'workers') return workersText(selection.limit, options.values.workers);
  return optionText(name, options.values[name]);
}

async function change(
  { store }: WizardContext<Known>,
  io: PromptIO,
  name: OptionName,
): Promise<void> {
  store.dispatch({ type: 'options', action: { type: 'focus', name } });
  if (isTyped(name)) {
    const text = await io.ask(`${controlOf(name).label} (empty: none): `);
    store.dispatch({ type: 'options', action: { type: 'text', text } });
    return;
  }
  const choices = choicesOf(name);
  const at = await io.choose(
    controlOf(name).label,
    choices.map((choice) => optionText(name, choice)),
  );
  const now = choices.indexOf(store.getState().options.values[name]);
  const by = at < now ? -1 : 1;
  for (let turn = 0; turn < Math.abs(at - now); turn += 1) {
    store.dispatch({ type: 'options', action: { type: 'turn', by } });
  }
}
