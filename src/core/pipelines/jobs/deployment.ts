import { from, type Node } from '../emit/node.ts';
import type { Conversion } from './conversion.ts';
import { literal } from './expressions.ts';
import type { PlannedJob } from './plan-jobs.ts';

/** The environment whose reviewers start a manual step that deploys nowhere. */
const manualEnvironment = 'manual';

/** A person sets this variable once every environment of a manual step has reviewers; until then none of them runs. */
export const manualSwitch = 'MANUAL_STEPS';
export const manualGuard = `vars.${manualSwitch} == 'protected'`;

/** Environment and concurrency of a job: where it deploys, who starts it, and what it never overlaps with. */
export function environmentOf(
  { deployment, manual, step }: PlannedJob,
  { findings }: Conversion,
): { readonly environment?: Node; readonly concurrency?: Node } {
  const name = deployment?.value ?? (manual === null ? null : manualEnvironment);
  if (manual !== null) {
    findings.changed(
      manual,
      `A reviewer of the environment ${name} must approve this step before it runs`,
      'Add required reviewers to it, then set the variable MANUAL_STEPS to protected.',
    );
  }
  const group = step.concurrencyGroup;
  if (group !== null) {
    findings.changed(
      group.place,
      'GitHub keeps one pending run per concurrency group and cancels older pending ones',
    );
  }
  const shared = group?.value ?? (deployment === null ? null : `deploy-${deployment.value}`);
  return {
    ...(name === null ? {} : { environment: from(literal(name), deployment?.place, manual) }),
    ...(shared === null
      ? {}
      : {
          concurrency: {
            group: from(literal(shared), group?.place),
            'cancel-in-progress': false,
          },
        }),
  };
}
