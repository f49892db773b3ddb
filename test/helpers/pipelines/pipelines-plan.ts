import { summarizePipelines } from '../../../src/core/pipelines/summarize.ts';
import type { Plan } from '../../../src/core/plan/plan-schema.ts';
import type { PipelineSchedule } from '../../../src/core/ports/source-host.ts';
import { somePipelines } from './add-pipelines.ts';

export const everyNoon: PipelineSchedule = {
  ...{ cron: '0 0 12 * * ? *', enabled: true, branch: 'main' },
  ...{ kind: 'default', name: '' },
};

/** The same plan, with workflows for each of its repositories. */
export function withPipelines(plan: Plan, schedules: readonly PipelineSchedule[] = []): Plan {
  const summary = summarizePipelines(somePipelines, { schedules });
  const pipelines = { action: 'convert', ...summary } as const;
  return { ...plan, repositories: plan.repositories.map((one) => ({ ...one, pipelines })) };
}
