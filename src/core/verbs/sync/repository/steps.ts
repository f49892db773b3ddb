import type { RefUpdate } from '../../../git/push/update-remote-refs.ts';
import { count } from '../../../kernel/format/format.ts';
import { fetchLfsStep, lfsStep } from '../../../replica/apply/steps/lfs.ts';
import { pushUpdates } from '../../../replica/apply/synced-refs/sync-refs.ts';
import type { Step } from '../../../replica/context/step.ts';
import type { SyncContext } from '../../../replica/context/sync-context.ts';

/** Some of the updates that were intended. */
export function pushPhase(updates: readonly RefUpdate[]): Step<SyncContext> {
  return {
    name: 'push',
    async run(context) {
      const left = updates.filter(({ ref }) => context.journal.current().intended.has(ref));
      await pushUpdates(context, left);
      return { status: 'done', summary: count(updates.length, 'ref') };
    },
  };
}

export const lfsSteps: readonly Step<SyncContext>[] = [
  fetchLfsStep,
  {
    ...lfsStep,
    async run(context) {
      const outcome = await lfsStep.run(context);
      context.report.lfsObjects = outcome.lfsObjects ?? 0;
      return outcome;
    },
  },
];
