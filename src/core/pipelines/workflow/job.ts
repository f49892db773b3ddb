import { from, type Node } from '../emit/node.ts';
import { containerOf, dockerOf } from '../jobs/container.ts';
import type { Conversion } from '../jobs/conversion.ts';
import { environmentOf } from '../jobs/deployment.ts';
import { literal } from '../jobs/expressions.ts';
import { jobEnvironment } from '../jobs/job-environment.ts';
import { handedOn, outputSteps, outputsOf } from '../jobs/output-variables.ts';
import { permissionsOf } from '../jobs/permissions.ts';
import type { PlannedJob } from '../jobs/plan-jobs.ts';
import { reportScripts } from '../jobs/report-scripts.ts';
import { runnerOf } from '../jobs/runner.ts';
import { servicesOf } from '../jobs/services.ts';
import { downloadSteps, uploadSteps } from '../steps/artifacts.ts';
import { cacheSteps } from '../steps/caches.ts';
import { checkoutSteps } from '../steps/checkout.ts';
import { forwardSteps, stopForwardSteps } from '../steps/forward-services.ts';
import { identityTokenSteps } from '../steps/identity-token.ts';
import { containerSteps } from '../steps/prepare-container.ts';
import { afterScriptSteps, scriptSteps } from '../steps/script-steps.ts';
import { maybeEmpty } from '../tables/variables.ts';

/** Minutes that Bitbucket gives a step; GitHub gives a job six hours. */
const usualMinutes = 120;

export interface ConvertedJob {
  readonly node: { readonly [key: string]: Node | undefined };
  readonly ownLabels: readonly string[];
}

/** One step as a job, without its place in the order. */
export function convertJob(job: PlannedJob, conversion: Conversion): ConvertedJob {
  const { step } = job;
  const runner = runnerOf(step, conversion);
  const container = containerOf(step, runner, conversion);
  const services = servicesOf(step, container !== undefined, conversion);
  const { env, ofRepository } = jobEnvironment(job, conversion);
  reportScripts(step, conversion);
  const shell = {
    isContainer: container !== undefined,
    isWindows: runner.isWindows,
    maybeEmpty: [...maybeEmpty[conversion.kind], ...ofRepository, ...handedOn(job).keys()],
    handsOn: step.outputVariables !== null,
  };
  const around = { shell, conversion };
  const hasAfterScript = step.afterScript.lines.length > 0;
  const name = job.stage === null ? job.name : `${job.stage.value}: ${job.name}`;
  const steps = [
    ...(shell.isContainer ? containerSteps(step, dockerOf(step, conversion) ?? null) : []),
    ...checkoutSteps(step.clone, conversion.findings),
    ...cacheSteps(step, conversion, shell),
    ...downloadSteps(job, conversion.findings, shell),
    ...forwardSteps(services.hosts),
    ...identityTokenSteps(step, conversion.findings),
    ...scriptSteps({ script: step.script, ...around }, { hasAfterScript }),
    ...outputSteps(step),
    ...afterScriptSteps({ script: step.afterScript, ...around }),
    ...uploadSteps(job, job.earlier.length + 1, shell),
    ...(runner.isSelfHosted ? stopForwardSteps(services.hosts) : []),
  ];
  const node = {
    name: from(literal(name), step.name?.place, job.stage?.place),
    permissions: permissionsOf([step]),
    'runs-on': runner.runsOn,
    container,
    services: services.node,
    ...environmentOf(job, conversion),
    'timeout-minutes': from(step.maxTime?.value ?? usualMinutes, step.maxTime?.place),
    outputs: outputsOf(step),
    env,
    steps: filled(steps),
  };
  return { node, ownLabels: runner.ownLabels };
}

/** GitHub refuses a job without a step; where nothing is left to run, a job still has its place in the order. */
function filled(steps: readonly Node[]): readonly Node[] {
  return steps.length > 0 ? steps : [{ name: 'Nothing to run', run: 'true' }];
}
