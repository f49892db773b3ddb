import { createHands } from '../../../src/screens/wizard/engine/create-wizard.ts';
import { pasteInto, screenKeys, typeInto } from '../../../src/screens/wizard/engine/keys.ts';
import type { LastAnswers, WizardState } from '../../../src/screens/wizard/engine/state.ts';
import type { Hands } from '../../../src/screens/wizard/engine/step.ts';
import { memoryPreferences } from '../../../src/screens/wizard/preferences.ts';
import { press } from '../../../src/ui/keys/keymap.ts';
import { type FakeSession, fakeSession, strokes } from './support.ts';

export interface Driven {
  readonly hands: Hands;
  readonly session: FakeSession;
  state(): WizardState;
  /** Types letters, or presses a key by its name. */
  type(text: string): void;
  key(...names: readonly string[]): void;
  paste(text: string): void;
  /** Resolves once the state is as wanted. */
  until(wanted: (state: WizardState) => boolean): Promise<void>;
}

/** The wizard with its keys, and nothing drawn. */
export function drive(
  options: {
    session?: FakeSession;
    environment?: Readonly<Record<string, string>>;
    last?: LastAnswers;
  } = {},
): Driven {
  const { session = fakeSession(), environment = {} } = options;
  const hands = createHands({
    session: () => session,
    preferences: memoryPreferences(options.last),
    environment,
    config: undefined,
    isDemo: false,
  });
  const size = { width: 79, height: 18 };
  const { store } = hands;
  return {
    hands,
    session,
    state: store.getState,
    type(text) {
      for (const stroke of strokes(text)) {
        if (press(screenKeys(hands, size), stroke).result === 'unbound') typeInto(hands, stroke);
      }
    },
    key(...names) {
      for (const key of names) {
        const stroke = { key, text: '' };
        if (press(screenKeys(hands, size), stroke).result === 'unbound') typeInto(hands, stroke);
      }
    },
    paste: (text) => pasteInto(hands, text),
    until(wanted) {
      return new Promise((resolve) => {
        const look = () => {
          if (!wanted(store.getState())) return;
          stop();
          resolve();
        };
        const stop = store.subscribe(look);
        look();
      });
    },
  };
}

export const credentials = {
  SRC_USERNAME: 'jane@example.com',
  SRC_API_TOKEN: 'token',
  DST_TOKEN: 'token',
};

/** As far as a step, the short way. */
export async function driveTo(
  step: 'credentials' | 'discovery' | 'selection' | 'options' | 'review' | 'confirmation',
  options: Parameters<typeof drive>[0] = {},
): Promise<Driven> {
  const { enter } = await import('../../../src/screens/wizard/engine/navigation.ts');
  const driven = drive({ environment: credentials, ...options });
  enter(driven.hands, 'credentials');
  if (step === 'credentials') return driven;
  await driven.until(({ credentials: { source, target } }) => {
    return source.status === 'done' && target.status === 'done';
  });
  driven.key('enter');
  if (step === 'discovery') return driven;
  driven.key('enter');
  await driven.until((state) => state.step === 'selection');
  if (step === 'selection') return driven;
  driven.key('enter');
  if (step === 'options') return driven;
  driven.key('enter');
  await driven.until(({ review }) => review.task.status === 'done');
  if (step === 'confirmation') driven.key('enter');
  return driven;
}
