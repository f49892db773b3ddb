import { describe, expect, it } from 'vitest';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import { noErrands } from '../../../../src/screens/gallery/sample/drive-wizard.ts';
import { bodyOf, busyText, headingOf } from '../../../../src/screens/wizard/engine/body.ts';
import { createWizard } from '../../../../src/screens/wizard/engine/create-wizard.ts';
import { screenKeys, typeInto } from '../../../../src/screens/wizard/engine/keys.ts';
import { memoryPreferences } from '../../../../src/screens/wizard/engine/preferences.ts';
import { promptWizard } from '../../../../src/screens/wizard/engine/prompts.ts';
import type { Slice } from '../../../../src/screens/wizard/engine/state.ts';
import type {
  AnyScreen,
  AnyStep,
  Step,
  WizardDefinition,
} from '../../../../src/screens/wizard/engine/step.ts';
import { press } from '../../../../src/ui/keys/keymap.ts';
import { line } from '../../../../src/ui/text/line.ts';
import { glyphsOf } from '../../../../src/ui/theme/glyphs.ts';
import { fakeSession, texts } from '../support.ts';

type Tea = Slice<'tea', string, string>;
type Sugar = Slice<'sugar', number, number>;
type Known = Tea & Sugar & Slice<'hello' | 'bye', null, never>;

/** Calls of the steps, in order. */
const calls: string[] = [];

const hello: AnyStep<Known> = {
  name: 'hello',
  initial: () => null,
  reduce: (state: null) => state,
  title: () => 'Hello',
  body: () => ({ lines: [], menu: [{ label: 'Tea', run: ({ forward }) => forward('hello') }] }),
  about: () => 'About this.',
  keys: () => [],
  ask: async ({ forward }) => forward('hello'),
};

const tea: Step<'tea', string, string> = {
  name: 'tea',
  initial: () => '',
  reduce: (state, typed) => state + typed,
  input: (input) => (input.type === 'key' ? input.stroke.text : input.text),
  title: () => 'Tea',
  body: (state) => ({ lines: [line(`a cup of ${state.tea}`)] }),
  about: () => 'About this.',
  keys: ({ forward }) => [{ keys: ['enter'], help: 'On', run: () => forward('tea') }],
  async ask({ store, forward, dropLater }, io) {
    store.dispatch({ type: 'tea', action: await io.ask('Which? ') });
    dropLater('tea');
    forward('tea');
  },
  enter: () => calls.push('enter tea'),
  leave: () => calls.push('leave tea'),
};

const sugar: Step<'sugar', number, number, Tea> = {
  name: 'sugar',
  initial: () => 2,
  reduce: (_state, lumps) => lumps,
  title: (state) => `Sugar for ${state.tea}`,
  body: (state) => ({ lines: [line(`${state.sugar} lumps`)] }),
  about: () => 'About this.',
  keys: () => [],
  ask: async ({ end }) => end({ kind: 'left', saved: null }),
  busy: () => 'Stirring',
  drop: () => calls.push('drop sugar'),
  onEvent: ({ store }) => store.dispatch({ type: 'sugar', action: 7 }),
};

const bye: AnyScreen<Known> = {
  name: 'bye',
  initial: () => null,
  reduce: (state: null) => state,
  body: () => ({ lines: [line('Bye?')] }),
  about: () => 'About this.',
  keys: () => [],
};

const definition: WizardDefinition<Known> = {
  steps: [hello, tea, sugar],
  exit: bye,
  errand: ({ tea: kind }) => (kind === 'to go' ? 'to take away' : null),
};

const size = { width: 40, height: 10 };

function create() {
  calls.length = 0;
  let emit: (event: TimedEvent) => void = () => {};
  const wizard = createWizard(definition, {
    errands: noErrands,
    session(onEvent) {
      emit = onEvent;
      return fakeSession();
    },
    preferences: memoryPreferences(),
    environment: {},
    config: undefined,
    isDemo: false,
  });
  const { store } = wizard.context;
  return {
    wizard,
    store,
    emit: (event: TimedEvent) => emit(event),
    key: (name: string) => press(screenKeys(wizard, size), { key: name, text: '' }),
    body: () =>
      texts(bodyOf(definition, store.getState(), { ...size, glyphs: glyphsOf({}) }).lines),
  };
}

describe('the engine of the wizard', () => {
  it('leads through whatever steps are listed, and back', () => {
    const { wizard, store, key, body } = create();
    wizard.context.forward('hello');
    expect(calls).toEqual(['enter tea']);
    typeInto(wizard, { type: 'paste', text: 'mint' });
    expect(body()).toEqual(['a cup of mint']);
    key('enter');
    expect(store.getState().step).toBe('sugar');
    key('esc');
    expect(store.getState()).toMatchObject({ step: 'tea', tea: 'mint' });
    key('esc');
    expect(store.getState().step).toBe('hello');
    expect(calls).toEqual(['enter tea', 'leave tea']);
    key('esc');
    expect(store.getState().isLeaving).toBe(true);
    expect(body()).toEqual(['Bye?']);
  });

  it('is left at once by Esc on the first screen, before anything was done', () => {
    const { store, key } = create();
    key('esc');
    expect(store.getState()).toMatchObject({
      isLeaving: false,
      outcome: { kind: 'left', saved: null },
    });
  });

  it('goes forward only from the step that is still shown', () => {
    const { wizard, store } = create();
    wizard.context.forward('tea');
    expect(store.getState().step).toBe('hello');
  });

  it('numbers the steps of the path, and says what is running', () => {
    const { wizard, store } = create();
    expect(headingOf(definition, store.getState())).toEqual({ title: 'Hello', place: '' });
    wizard.context.enter('sugar');
    const state = store.getState();
    expect(headingOf(definition, state)).toEqual({ title: 'Sugar for ', place: '2 of 2' });
    expect(busyText(definition, state)).toBe('Stirring');
    expect(headingOf(definition, { ...state, tea: 'to go' })).toEqual({
      title: 'Sugar for to go to take away',
      place: '',
    });
  });

  it('passes events to the steps, and keeps the wait for a host itself', () => {
    const { store, emit } = create();
    const wait = { host: 'api.github.com', until: 60_000, reason: 'limit', repository: null };
    emit({ type: 'waiting', at: 0, ...wait });
    expect(store.getState()).toMatchObject({
      sugar: 7,
      waiting: { host: 'api.github.com', until: 60_000 },
    });
  });

  it('asks the same steps in plain output, which drop what no longer holds', async () => {
    const { wizard } = create();
    const outcome = await promptWizard({ wizard, ask: async () => 'green', write() {} });
    expect(outcome).toEqual({ kind: 'left', saved: null });
    expect(wizard.context.store.getState().tea).toBe('green');
    expect(calls).toEqual(['enter tea', 'drop sugar']);
  });
});
