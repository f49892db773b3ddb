import { from, type Node } from '../emit/node.ts';
import type { ChildPipeline } from '../model/step.ts';
import { stepsOf } from '../model/steps-of.ts';
import type { Conversion } from './conversion.ts';
import { literal, plainVariable, withExpressions } from './expressions.ts';
import { permissionsOf } from './permissions.ts';
import type { PlannedJob } from './plan-jobs.ts';

/** A step that runs a custom pipeline, as a job that calls its workflow. */
export function convertChild(
  job: PlannedJob,
  child: ChildPipeline,
  order: { readonly [key: string]: Node | undefined },
  conversion: Conversion,
): Node {
  const { step } = job;
  const path = conversion.customFiles.get(child.custom.value);
  const name = from(literal(job.name), step.name?.place);
  const custom = conversion.file.pipelines.find(
    ({ kind, pattern }) => kind === 'custom' && pattern === child.custom.value,
  );
  if (path === undefined || custom === undefined) {
    conversion.findings.lost(
      step.place,
      `No custom pipeline is named ${child.custom.value}`,
      'Bitbucket rejects this too: use the name of a custom pipeline in this file.',
    );
    return { name, ...order, 'runs-on': 'ubuntu-24.04', steps: [{ run: 'exit 1' }] };
  }
  const declared = new Set(custom.variables.map((one) => one.name));
  const inputs = child.inputs.flatMap(([key, { value, place }]): (readonly [string, Node])[] => {
    if (!declared.has(key)) {
      conversion.findings.lost(place, `The pipeline ${child.custom.value} has no variable ${key}`);
      return [];
    }
    const text = withExpressions(value, (used) => plainVariable(used, conversion));
    return [[key, from(text, place)]];
  });
  return from(
    {
      name,
      ...order,
      permissions: permissionsOf(stepsOf(custom.items)),
      uses: from(`./${path}`, child.custom.place, child.place),
      with: inputs.length === 0 ? undefined : Object.fromEntries(inputs),
      secrets: 'inherit',
    },
    step.place,
  );
}
