import type { WizardOutcome } from '../../../core/commands/wizard-outcome.ts';
import type { TimedEvent } from '../../../core/ports/records/events.ts';
import type { Errands } from '../../../core/wizard/errands.ts';
import type { WizardSession } from '../../../core/wizard/session/session.ts';
import { createStore } from '../../../ui/store.ts';
import { remember, undo } from './history.ts';
import type { Preferences } from './preferences.ts';
import {
  type ActionOf,
  type FrameAction,
  initialFrame,
  reduceFrame,
  type StateOf,
} from './state.ts';
import {
  type AnyStep,
  type Given,
  stepNamed,
  type Wizard,
  type WizardContext,
  type WizardDefinition,
} from './step.ts';
import { createTasks } from './tasks.ts';

export interface WizardOptions {
  readonly session: (onEvent: (event: TimedEvent) => void) => WizardSession;
  readonly errands: Errands;
  readonly preferences: Preferences;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly config: string | undefined;
  readonly isDemo: boolean;
}

/** Everything that the steps work with, before the first is shown. */
export function createWizard<Known>(
  definition: WizardDefinition<Known>,
  options: WizardOptions,
): Wizard<Known> {
  const { preferences, environment, isDemo, config, errands } = options;
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
  const rest = { store, session, errands, preferences, tasks, config, end };
  const context: WizardContext<Known> = { ...createNavigation(definition, () => context), ...rest };
  return { context, definition };
}

/** Starts what steps need from the beginning. */
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
function reducer<Known>(definition: WizardDefinition<Known>) {
  const { steps, exit } = definition;
  const byName = new Map([...steps, exit].map((step) => [step.name, step]));
  return (state: StateOf<Known>, action: ActionOf<Known>): StateOf<Known> => {
    const { type } = action as { type: string };
    const step = byName.get(type);
    if (step === undefined) {
      const frameAction = action as FrameAction;
      if (frameAction.type === 'undo') return undo(definition, state);
      return reduceFrame(state, frameAction);
    }
    // The type names the step whose action it is.
    const before = (state as Readonly<Record<string, unknown>>)[type];
    const own = (action as { action: unknown }).action;
    const after = step.reduce(before as never, own as never);
    // What changes is shown.
    const scrolled = after === before || state.hasHelp ? state.scrolled : 0;
    const history = remember(state, step, { action: own, before, after });
    return { ...state, scrolled, history, [type]: after };
  };
}

type Navigation<Known> = Pick<
  WizardContext<Known>,
  'enter' | 'forward' | 'back' | 'visit' | 'dropLater' | 'leave' | 'stay'
>;

/** From step to step, by the order of the list. */
function createNavigation<Known>(
  { steps, exit }: WizardDefinition<Known>,
  context: () => WizardContext<Known>,
): Navigation<Known> {
  const [first] = steps;
  const path = steps.filter((step) => step !== first && step.isAside !== true);
  const isShown = (step: AnyStep<Known>) => step.isSkipped?.(context().store.getState()) !== true;
  const current = () => stepNamed(steps, context().store.getState().step);
  const dispatch = (action: ActionOf<Known>) => context().store.dispatch(action);

  function show(step: AnyStep<Known>): void {
    // Within a place aside, its origin stays.
    const { origin } = context().store.getState();
    const kept = step.isAside === true && origin !== null ? { origin } : {};
    dispatch({ type: 'go', step: step.name, ...kept });
    step.enter?.(context());
  }
  /** Leaving it has stopped its tasks. */
  function comeBack(step: AnyStep<Known>): void {
    dispatch({ type: 'go', step: step.name });
    (step.returned ?? step.enter)?.(context());
  }
  function leave(): void {
    const { store, end } = context();
    if (store.getState().hasBegun) {
      dispatch({ type: 'leave', on: true });
      exit.enter?.(context());
    } else end({ kind: 'left', saved: null });
  }
  return {
    enter: (name) => show(stepNamed(steps, name)),
    forward(from) {
      const here = current();
      const next = path.slice(path.indexOf(here) + 1).find(isShown);
      if (here.name === from && next !== undefined) show(next);
    },
    back() {
      const here = current();
      if (here === first) return leave();
      here.leave?.(context());
      const { origin } = context().store.getState();
      if (origin !== null) return comeBack(stepNamed(steps, origin));
      const before = path.slice(0, Math.max(0, path.indexOf(here))).findLast(isShown) ?? first;
      if (before !== undefined) dispatch({ type: 'go', step: before.name });
    },
    visit(name) {
      const here = current();
      const there = stepNamed(steps, name);
      here.leave?.(context());
      const isDetour = there.isAside === true || !isShown(there);
      if (!isDetour) return dispatch({ type: 'go', step: name });
      dispatch({ type: 'go', step: name, ...(here === first ? {} : { origin: here.name }) });
      there.enter?.(context());
    },
    dropLater(from) {
      const at = steps.findIndex(({ name }) => name === from);
      for (const step of steps.slice(at + 1)) step.drop?.(context());
    },
    leave,
    stay() {
      dispatch({ type: 'leave', on: false });
      exit.leave?.(context());
    },
  };
}
