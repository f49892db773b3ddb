import { menuKeys } from '../../engine/keys.ts';
import { hasEnded, type PromptIO, plainView, until } from '../../engine/prompt-io.ts';
import type { Step, WizardContext } from '../../engine/step.ts';
import { resultOf } from '../../engine/tasks.ts';
import { choose, type WelcomeKnown } from './choose.ts';
import { initialWelcome, reduceWelcome, type WelcomeAction, type WelcomeState } from './state.ts';
import { welcomeBody, welcomeItems } from './view.ts';

export const welcomeStep: Step<'welcome', WelcomeState, WelcomeAction, WelcomeKnown> = {
  name: 'welcome',
  initial: () => initialWelcome,
  reduce: reduceWelcome,
  title: () => 'migrator',
  body: welcomeBody,
  keys: () => menuKeys,
  ask,
  start({ store, session, tasks }) {
    tasks.run(
      'unfinished',
      () => session.unfinished(),
      (task) => store.dispatch({ type: 'welcome', action: { type: 'unfinished', task } }),
    );
  },
};

async function ask(context: WizardContext<WelcomeKnown>, io: PromptIO): Promise<void> {
  const { welcome, isDemo } = await until(context.store, (state) =>
    hasEnded(state.welcome.unfinished),
  );
  const unfinished = resultOf(welcome.unfinished) ?? [];
  const items = welcomeItems(unfinished, { ...plainView, height: 13, isDemo });
  const labels = items.map(({ label }) => label);
  const choice = items[await io.choose('What is to be done?', labels)]?.value;
  choose(context, choice ?? { kind: 'leave' });
}
