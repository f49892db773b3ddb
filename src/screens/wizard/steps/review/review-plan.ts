import { migrateFlags } from '../../../../core/commands/wizard/choices.ts';
import { planText } from '../../../../core/plan/plan-choices.ts';
import type { WizardContext } from '../../engine/step.ts';
import { type PlanKnown, savePlan } from './save-plan.ts';
import type { Reviewed } from './state.ts';

type ReviewContext = WizardContext<PlanKnown>;

/** Makes the plan, saves it, and checks all that can be checked before it is run. */
export function reviewPlan(context: ReviewContext): void {
  const { store, tasks } = context;
  tasks.run(
    'review',
    (signal) => reviewed(context, signal),
    (task) => store.dispatch({ type: 'review', action: { type: 'task', task } }),
  );
}

async function reviewed(context: ReviewContext, signal: AbortSignal): Promise<Reviewed> {
  const saved = await savePlan(context);
  if (signal.aborted) throw signal.reason;
  const { comments, ...flags } = migrateFlags(saved.choices);
  const dryRun = await context.session.dryRun({
    plan: saved.plan,
    planText: planText(saved.plan),
    flags,
    countsPullRequests: unscanned(context) <= mostCounted,
    signal,
  });
  return { ...saved, dryRun };
}

/** More requests than this are not spent unasked: the deep scan is offered with its cost. */
const mostCounted = 100;

function unscanned({ store }: ReviewContext): number {
  const { selected, facts } = store.getState().selection;
  return [...selected].filter((slug) => !facts.has(slug)).length;
}
