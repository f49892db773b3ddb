import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import type { PromptIO } from '../../engine/prompt-io.ts';
import type { StateOf } from '../../engine/state.ts';
import type { WizardContext } from '../../engine/step.ts';
import { workersText } from '../selection/limit.ts';
import type { SelectionSlice } from '../selection/state.ts';
import { choicesOf, type OptionName, type OptionsSlice, optionNames, optionsOf } from './state.ts';
import { optionLabel, optionText } from './view.ts';

type Known = OptionsSlice & SelectionSlice;

/** Every option, each with what it is now; one after the other is changed by its number. */
export async function ask(context: WizardContext<Known>, io: PromptIO): Promise<void> {
  const { store, forward } = context;
  for (;;) {
    const state = store.getState();
    const names = optionNames(state.options);
    const labels = names.map((name) => `${optionLabel(name)}: ${optionValue(state, name)}`);
    const number = await io.choose('Options', ['Go on with these', ...labels]);
    const name = names[number - 1];
    if (name !== undefined) await change(context, io, name);
    else if (optionsOf(store.getState().options).organization !== '') return forward('options');
    else io.say(['An organization is needed.']);
  }
}

function optionValue({ options, selection }: StateOf<Known>, name: OptionName): string {
  if (name === 'organization' || name === 'userMap') return safe(options[name].text) || 'none';
  if (name === 'workers') return workersText(selection.limit, options.values.workers);
  return optionText(name, options.values[name]);
}

async function change(
  { store }: WizardContext<Known>,
  io: PromptIO,
  name: OptionName,
): Promise<void> {
  store.dispatch({ type: 'options', action: { type: 'focus', name } });
  if (name === 'organization' || name === 'userMap') {
    const text = await io.ask(`${optionLabel(name)} (nothing: none): `);
    store.dispatch({ type: 'options', action: { type: 'text', text } });
    return;
  }
  const choices: readonly (string | number | boolean)[] = choicesOf[name];
  const at = await io.choose(
    optionLabel(name),
    choices.map((choice) => optionText(name, choice)),
  );
  const now = choices.indexOf(store.getState().options.values[name]);
  const by = at < now ? -1 : 1;
  for (let turn = 0; turn < Math.abs(at - now); turn += 1) {
    store.dispatch({ type: 'options', action: { type: 'turn', by } });
  }
}
