import type { Binding } from '../../../ui/keys/keymap.ts';
import { type Command, commandsOf } from '../../../ui/palette/commands.ts';
import type { StateOf } from './state.ts';
import {
  type AnyStep,
  type BodyOptions,
  shownStep,
  stepNamed,
  type Wizard,
  type WizardDefinition,
} from './step.ts';

/** Everything that can be done on this screen, then the places one can go to. Pure but for what the commands run. */
export function wizardCommands<Known>(
  { context, definition }: Wizard<Known>,
  options: BodyOptions & { readonly bindings: readonly Binding[] },
): readonly Command[] {
  const { bindings, glyphs } = options;
  const state = context.store.getState();
  const { menu } = shownStep(definition, state).body(state, options);
  const entries = (menu ?? []).filter(isPossible).map(({ label, run }) => ({
    ...{ label, key: '', disabled: null },
    run: () => run(context),
  }));
  const places = placesOf(definition, state).map(({ name, label }) => ({
    ...{ label: `Go to ${label}`, key: '', disabled: null },
    run: () => context.visit(name),
  }));
  return [...entries, ...commandsOf(bindings, glyphs), ...places];
}

function isPossible({ isDisabled = false }: { readonly isDisabled?: boolean }): boolean {
  return !isDisabled;
}

/** Earlier steps, and places beside the path. Pure. */
function placesOf<Known>(
  { steps, errand }: WizardDefinition<Known>,
  state: StateOf<Known>,
): readonly { readonly name: string; readonly label: string }[] {
  if (state.isLeaving) return [];
  const [first] = steps;
  const here = stepNamed(steps, state.origin ?? state.step);
  const isEarlier = (step: AnyStep<Known>) => steps.indexOf(step) < steps.indexOf(here);
  return steps.flatMap((step) => {
    if (step.name === state.step) return [];
    if (step === first) return [{ name: step.name, label: 'Start' }];
    const isPlace = step.isAside === true ? errand(state) === null : isEarlier(step);
    if (!isPlace || step.isSkipped?.(state) === true) return [];
    const label = step.place === undefined ? step.title(state) : step.place(state);
    return label === null ? [] : [{ name: step.name, label }];
  });
}
