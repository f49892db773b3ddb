import { from, type Node } from '../emit/node.ts';
import type { Conversion } from './conversion.ts';
import { literal } from './expressions.ts';
import type { PlannedJob } from './plan-jobs.ts';

/** The environment whose reviewers start a manual step that deploys nowhere. */
const manualEnvironment = 'manual';

/** A person sets this variable once every environment of a manual step has reviewers; until then none of them runs. */
export const manualSwitch = 'MANUAL_STEPS';
export const manualSwitchOn = 'protected';
export const manualGuard = `vars.${manualSwitch} == '${manualSwitchOn}'`;

/** The environment whose reviewers start a manual job; `null` for any other. Pure. */
export function manualEnvironmentOf({ deployment, manual }: PlannedJob): string | null {
  return manual === null ? null : (deployment?.value ?? manualEnvironment);
}

/** Environment and concurrency of a job: where it deploys, who starts it, and what it never overlaps with. */
export function environmentOf(
  job: PlannedJob,
  { findings, options, reviewed }: Conversion,
): { readonly environment?: Node; readonly concurrency?: Node } {
  const { deployment, manual, step } = job;
  const name = deployment?.value ?? manualEnvironmentOf(job);
  if (manual !== null) {
    findings.changed(
      manual,
      `A reviewer of the environment ${name} must approve this step before it runs`,
      options.hasReviewers === true
        ? null
        : `Add required reviewers to it, then set the variable ${manualSwitch} to protected.`,
    );
  }
  if (manual === null && deployment !== null && reviewed.has(deployment.value)) {
    findings.changed(
      deployment.place,
      `A reviewer must approve this step too: ${deployment.value} has reviewers for a manual step`,
      'Use another environment for it if the step should run without approval.',
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
