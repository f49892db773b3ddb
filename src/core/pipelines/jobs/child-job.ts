import { from, type Node } from '../emit/node.ts';
import type { Conversion } from './conversion.ts';
import { anyVariable, literal, withExpressions } from './expressions.ts';
import type { PlannedJob } from './plan-jobs.ts';

/** A step that runs a custom pipeline, as a job that calls its workflow. */
export function convertChild(
  job: PlannedJob,
  order: { readonly [key: string]: Node | undefined },
  conversion: Conversion,
): Node {
  const { step } = job;
  const child = step.child;
  const path = child === null ? undefined : conversion.customFiles.get(child.custom.value);
  const name = from(literal(job.name), step.name?.place);
  if (child === null || path === undefined) {
    conversion.findings.lost(
      step.place,
      `No custom pipeline is named ${child?.custom.value ?? ''}`,
      'Bitbucket rejects this too: name one of the file.',
    );
    return { name, ...order, 'runs-on': 'ubuntu-24.04', steps: [{ run: 'exit 1' }] };
  }
  const inputs = Object.fromEntries(
    child.inputs.map(([key, { value, place }]) => [
      key,
      from(
        withExpressions(
          value,
          (used) => `${anyVariable(used, conversion).replace(/^secrets\.\w+ \|\| /, '')}`,
        ),
        place,
      ),
    ]),
  );
  return from(
    {
      name,
      ...order,
      uses: from(`./${path}`, child.custom.place, child.place),
      with: child.inputs.length === 0 ? undefined : inputs,
      secrets: 'inherit',
    },
    step.place,
  );
}
