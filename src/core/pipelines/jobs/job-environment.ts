import { from, type Node } from '../emit/node.ts';
import type { Step } from '../model/step.ts';
import { knownPipes } from '../tables/pipes.ts';
import { stepVariables, variablesOf } from '../tables/variables.ts';
import type { Conversion } from './conversion.ts';
import { literal, repositoryVariable } from './expressions.ts';
import { handedOn } from './output-variables.ts';
import type { PlannedJob } from './plan-jobs.ts';
import { usedVariables } from './used-variables.ts';

/** Names that Bitbucket leaves undefined in a pipeline of another kind are undefined on GitHub too. */
const ofAnyKind = new Set(Object.values(variablesOf).flatMap((one) => Object.keys(one)));

export interface JobEnvironment {
  readonly env: { readonly [key: string]: Node };
  /** Variables of the repository that the job reads. */
  readonly ofRepository: readonly string[];
}

/** The `env` of a job: Bitbucket's variables about the step, and the repository's variables that it reads. */
export function jobEnvironment(job: PlannedJob, conversion: Conversion): JobEnvironment {
  const handed = handedOn(job);
  const ofRepository = repositoryVariables(job.step, conversion).filter(
    (name) => !handed.has(name),
  );
  const parallel: { readonly [key: string]: Node } =
    job.parallel === null
      ? {}
      : {
          BITBUCKET_PARALLEL_STEP: String(job.parallel.index),
          BITBUCKET_PARALLEL_STEP_COUNT: String(job.parallel.count),
        };
  const deployment: { readonly [key: string]: Node } =
    job.deployment === null
      ? {}
      : {
          BITBUCKET_DEPLOYMENT_ENVIRONMENT: from(
            literal(job.deployment.value),
            job.deployment.place,
          ),
        };
  const values = Object.fromEntries(
    ofRepository.map((name) => [name, `\${{ ${repositoryVariable(name, conversion)} }}`]),
  );
  const ofEarlier = Object.fromEntries(
    [...handed].map(([name, id]) => [name, `\${{ needs.${id}.outputs.${name} }}`]),
  );
  return {
    env: {
      BITBUCKET_STEP_UUID: `\${{ github.run_id }}-${job.id}`,
      ...parallel,
      ...deployment,
      ...values,
      ...ofEarlier,
    },
    ofRepository,
  };
}

function repositoryVariables(step: Step, conversion: Conversion): readonly string[] {
  const { options, inputs, findings } = conversion;
  const used = usedVariables([step.script, step.afterScript]);
  for (const name of used) {
    if (!name.startsWith('BITBUCKET_')) continue;
    if (ofAnyKind.has(name) || stepVariables.has(name)) continue;
    findings.lost(
      step.script.place,
      `GitHub has no equivalent of ${name}`,
      'Replace it, or define it under env in the workflow.',
    );
  }
  const ofPipes = [...step.script.lines, ...step.afterScript.lines].flatMap((line) =>
    line.kind === 'pipe' ? (knownPipes[line.reference.replace(/:[^:]*$/, '')]?.reads ?? []) : [],
  );
  const known = options.variables?.map(({ name }) => name);
  const names = known ?? [...used, ...ofPipes];
  return [...new Set(names)]
    .filter((name) => !name.startsWith('BITBUCKET_') && !inputs.has(name))
    .sort();
}
