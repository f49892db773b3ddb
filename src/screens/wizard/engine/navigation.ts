import type { ActionOf } from './state.ts';
import { type AnyStep, stepNamed, type WizardContext, type WizardDefinition } from './step.ts';

type Navigation<Known> = Pick<
  WizardContext<Known>,
  'enter' | 'forward' | 'back' | 'dropLater' | 'leave' | 'stay'
>;

/** The ways from step to step, by the order of the list alone. */
export function createNavigation<Known>(
  { steps, exit }: WizardDefinition<Known>,
  context: () => WizardContext<Known>,
): Navigation<Known> {
  const [first] = steps;
  const path = steps.filter((step) => step !== first && step.isAside !== true);
  const current = () => stepNamed(steps, context().store.getState().step);
  const dispatch = (action: ActionOf<Known>) => context().store.dispatch(action);

  function show(step: AnyStep<Known>): void {
    dispatch({ type: 'go', step: step.name });
    step.enter?.(context());
  }
  function leave(): void {
    dispatch({ type: 'leave', on: true });
    exit.enter?.(context());
  }
  return {
    enter: (name) => show(stepNamed(steps, name)),
    forward(from) {
      const here = current();
      const next = path[path.indexOf(here) + 1];
      if (here.name === from && next !== undefined) show(next);
    },
    back() {
      const here = current();
      if (here === first) return leave();
      here.leave?.(context());
      const before = path[path.indexOf(here) - 1] ?? first;
      if (before !== undefined) dispatch({ type: 'go', step: before.name });
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
