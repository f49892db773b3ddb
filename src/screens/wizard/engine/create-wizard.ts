import type { WizardOutcome } from '../../../core/commands/wizard/outcome.ts';
import type { TimedEvent } from '../../../core/ports/events.ts';
import type { WizardSession } from '../../../core/wizard/session/session.ts';
import { createStore } from '../../../ui/store.ts';
import type { Preferences } from '../preferences/preferences.ts';
import { createNavigation } from './navigation.ts';
import {
  type ActionOf,
  type FrameAction,
  initialFrame,
  reduceFrame,
  type StateOf,
} from './state.ts';
import type { Given, Wizard, WizardContext, WizardDefinition } from './step.ts';
import { createTasks } from './tasks.ts';

export interface WizardOptions {
  readonly session: (onEvent: (event: TimedEvent) => void) => WizardSession;
  readonly preferences: Preferences;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly config: string | undefined;
  readonly isDemo: boolean;
}

/** Everything that a list of steps works with, before the first of them is shown. */
export function createWizard<Known>(
  definition: WizardDefinition<Known>,
  options: WizardOptions,
): Wizard<Known> {
  const { preferences, environment, isDemo, config } = options;
  const given = { environment, last: preferences.read(), isDemo };
  const store = createStore(reducer(definition), initialState(definition, given));
  const tasks = createTasks();
  const session = options.session((event) => {
    if (event.type === 'waiting') {
      store.dispatch({ type: 'waiting', host: event.host, until: event.until });
    }
    for (const step of definition.steps) step.onEvent?.(context, event);
  });
  function end(outcome: WizardOutcome): void {
    tasks.stopAll();
    store.dispatch({ type: 'end', outcome });
  }
  const navigation = createNavigation(definition, () => context);
  const context: WizardContext<Known> = {
    ...navigation,
    store,
    session,
    preferences,
    tasks,
    config,
    end,
  };
  return { context, definition };
}

/** Asks for what the first step, and others, show from the start. */
export function start<Known>({ context, definition }: Wizard<Known>): void {
  for (const step of definition.steps) step.start?.(context);
}

export function initialState<Known>(
  { steps, exit }: WizardDefinition<Known>,
  given: Given,
): StateOf<Known> {
  const slices = [...steps, exit].map((step) => [step.name, step.initial(given)]);
  const frame = initialFrame({ step: steps[0]?.name ?? '', isDemo: given.isDemo });
  return { ...frame, ...Object.fromEntries(slices) };
}

/** Each step reduces its own slice. */
function reducer<Known>({ steps, exit }: WizardDefinition<Known>) {
  const byName = new Map([...steps, exit].map((step) => [step.name, step]));
  return (state: StateOf<Known>, action: ActionOf<Known>): StateOf<Known> => {
    const { type } = action as { type: string };
    const step = byName.get(type);
    if (step === undefined) return reduceFrame(state, action as FrameAction);
    // By its name, this is the action of the step's own slice.
    const before = (state as Readonly<Record<string, unknown>>)[type];
    const after = step.reduce(before as never, (action as { action: unknown }).action as never);
    return { ...state, [type]: after };
  };
}
