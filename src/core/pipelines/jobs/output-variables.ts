import { from, type Node } from '../emit/node.ts';
import type { Step } from '../model/step.ts';
import type { PlannedJob } from './plan-jobs.ts';

/** Where a script writes variables for later steps: `NAME=value` in lines. */
export const variablesFile = '$RUNNER_TEMP/output-variables.env';

const stepId = 'variables';

/** The variables of earlier steps, by the job that hands them on; the last one with a name wins. Pure. */
export function handedOn({ earlier }: PlannedJob): ReadonlyMap<string, string> {
  return new Map(
    earlier.flatMap(({ id, step }) =>
      step.child === null
        ? (step.outputVariables?.value ?? []).map((name) => [name, id] as const)
        : [],
    ),
  );
}

/** The `outputs` of a job; `undefined` where its step hands on no variable. Pure. */
export function outputsOf({ outputVariables }: Step): Node | undefined {
  if (outputVariables === null) return undefined;
  return from(
    Object.fromEntries(
      outputVariables.value.map((name) => [name, `\${{ steps.${stepId}.outputs.${name} }}`]),
    ),
    outputVariables.place,
  );
}

/** Makes outputs of what the script has written. Pure. */
export function outputSteps({ outputVariables }: Step): readonly Node[] {
  if (outputVariables === null) return [];
  const run = `[ ! -f "${variablesFile}" ] || cat "${variablesFile}" >> "$GITHUB_OUTPUT"`;
  return [{ name: 'Pass on variables', id: stepId, run }];
}
