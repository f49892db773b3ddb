import { safe } from '../../../../core/report/terminal-text.ts';
import type { Talk } from '../../engine/prompts.ts';
import type { Hands } from '../../engine/step.ts';
import { workersText } from '../selection/limit.ts';
import { type ChosenOption, choicesOf, type OptionName, optionNames, optionsOf } from './state.ts';
import { optionLabel, optionText } from './view.ts';

/** Every option, each with what it is now; one after the other is changed by its number. */
export async function promptOptions({ store }: Hands, talk: Talk): Promise<void> {
  for (;;) {
    const { options } = store.getState();
    const names = optionNames(options);
    const labels = names.map((name) => `${optionLabel(name)}: ${valueOfOption(name)}`);
    const chosen = await talk.choose('Options', ['Go on with these', ...labels]);
    const name = names[chosen - 1];
    if (name !== undefined) await change(name);
    else if (optionsOf(store.getState().options).organization !== '') return;
    else talk.say(['An organization is needed.']);
  }

  function valueOfOption(name: OptionName): string {
    const { options, selection } = store.getState();
    if (name === 'organization' || name === 'userMap') return safe(options[name].text) || 'none';
    if (name === 'workers') return workersText(selection.limit, options.chosen.workers);
    return optionText(name, options.chosen[name]);
  }

  async function change(name: OptionName): Promise<void> {
    store.dispatch({ type: 'options', action: { type: 'focus', name } });
    if (name === 'organization' || name === 'userMap') {
      const text = await talk.ask(`${optionLabel(name)} (nothing: none): `);
      store.dispatch({ type: 'options', action: { type: 'text', text } });
      return;
    }
    const choices: readonly (string | number | boolean)[] = choicesOf[name satisfies ChosenOption];
    const at = await talk.choose(
      optionLabel(name),
      choices.map((choice) => optionText(name, choice)),
    );
    const now = choices.indexOf(store.getState().options.chosen[name]);
    const by = at < now ? -1 : 1;
    for (let step = 0; step < Math.abs(at - now); step += 1) {
      store.dispatch({ type: 'options', action: { type: 'turn', by } });
    }
  }
}
