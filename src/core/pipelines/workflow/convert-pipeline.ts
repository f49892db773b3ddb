import { from, type Node } from '../emit/node.ts';
import { type WrittenYaml, writeYaml } from '../emit/write-yaml.ts';
import { convertChild } from '../jobs/child-job.ts';
import type { Conversion } from '../jobs/conversion.ts';
import { manualEnvironmentOf } from '../jobs/deployment.ts';
import { literal } from '../jobs/expressions.ts';
import { planJobs } from '../jobs/plan-jobs.ts';
import type { Pipeline } from '../model/pipeline.ts';
import { variablesOf } from '../tables/variables.ts';
import { convertJob } from './job.ts';
import { orderOf } from './order.ts';
import { selectJob, selectJobNode } from './select-job.ts';
import { maxInputs, triggerOf } from './triggers.ts';

export interface ConvertedPipeline extends WrittenYaml {
  /** Labels of runners that GitHub does not know by itself. */
  readonly ownLabels: readonly string[];
  /** Their reviewers start manual steps. */
  readonly manualEnvironments: readonly string[];
}

/** One pipeline as a workflow. */
export function convertPipeline(
  pipeline: Pipeline,
  conversion: Conversion,
  { isCalled, path }: { readonly isCalled: boolean; readonly path: string },
): ConvertedPipeline {
  const { findings, file } = conversion;
  const { on, source } = triggerOf(pipeline, file, { findings, isCalled });
  const planned = planJobs(pipeline.items);
  const jobs: [string, Node][] = [];
  const ownLabels = new Set<string>();
  for (const job of planned) {
    const order = orderOf(job, source !== null, conversion);
    const { child } = job.step;
    if (child !== null) {
      jobs.push([job.id, convertChild(job, child, order, conversion)]);
      continue;
    }
    const converted = convertJob(job, conversion);
    for (const label of converted.ownLabels) ownLabels.add(label);
    const { name, ...rest } = converted.node;
    jobs.push([job.id, from({ name, ...order, ...rest }, job.step.place)]);
  }
  const select = selectJobNode(planned, source);
  const workflow: Node = {
    name: nameOf(pipeline),
    on: from(on, pipeline.place, ...(pipeline.trigger?.places ?? [])),
    permissions: { contents: 'read' },
    env: { ...variablesOf[pipeline.kind], ...inputVariables(pipeline) },
    jobs: Object.fromEntries([
      ...(select === undefined ? [] : [[selectJob, select] as const]),
      ...jobs,
    ]),
  };
  const { imported } = pipeline;
  const head = [
    `Converted from ${path}, line ${pipeline.place.line}, by migrator.`,
    ...(imported === undefined ? [] : [`Its steps come from ${imported.from}.`]),
  ];
  const manualEnvironments = planned.map(manualEnvironmentOf).filter((one) => one !== null);
  return { ...writeYaml(workflow, head), ownLabels: [...ownLabels], manualEnvironments };
}

const titles = {
  default: 'Default',
  branch: 'Branch',
  'pull-request': 'Pull request',
  tag: 'Tag',
  custom: 'Custom',
} as const;

function nameOf({ kind, pattern, trigger }: Pipeline): string {
  if (trigger !== undefined) {
    const start = trigger.crons === undefined ? 'Trigger' : 'Schedule';
    return `${start} ${trigger.name}`.replaceAll('${{', '$ {{');
  }
  const name = pattern === '' ? titles[kind] : `${titles[kind]} ${pattern}`;
  return name.replaceAll('${{', '$ {{');
}

/** An event fills in no inputs: it starts the pipeline with the defaults. */
function inputVariables({ kind, variables, trigger }: Pipeline): { readonly [key: string]: Node } {
  if (kind !== 'custom' && trigger === undefined) return {};
  const taken = variables.slice(0, maxInputs);
  return Object.fromEntries(
    taken.map((one) => [
      one.name,
      trigger === undefined ? `\${{ inputs.${one.name} }}` : literal(one.default?.value ?? ''),
    ]),
  );
}
