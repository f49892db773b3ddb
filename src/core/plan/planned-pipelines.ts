import * as z from 'zod';
import type { InventoryRepository } from '../discovery/inventory-schema.ts';
import { count, namesText } from '../kernel/format/format.ts';
import { safe } from '../kernel/format/terminal-text.ts';
import { type PipelineAction, pipelineActions } from '../options/settings.ts';
import { pipelineSummarySchema } from '../pipelines/summary-schema.ts';
import { slugOf } from './choose-repositories.ts';

/** A login, or a team with its organization. */
const reviewer = /^[A-Za-z0-9-]+(?:\/[\w.-]+)?$/;

/** The grades are for people: the migration converts the file that it finds. */
export const plannedPipelinesSchema = z.strictObject({
  action: z
    .enum(pipelineActions)
    .describe('convert: open a pull request that adds workflows. leave: do nothing.'),
  reviewers: z
    .array(z.string().regex(reviewer))
    .max(6)
    .optional()
    .describe('Who approves manual steps: logins, and teams as organization/team.'),
  ...pipelineSummarySchema.partial().shape,
});

export type PlannedPipelines = z.infer<typeof plannedPipelinesSchema>;

const mostNames = 10;

/** The pipelines of chosen repositories by slug, and notes about files that cannot be converted. Pure. */
export function pipelinesOfPlan(
  chosen: readonly InventoryRepository[],
  action: PipelineAction = 'convert',
): {
  readonly pipelines: ReadonlyMap<string, PlannedPipelines>;
  readonly notes: readonly string[];
} {
  const found = chosen.flatMap((one) =>
    one.pipelines == null ? [] : [{ source: slugOf(one), summary: one.pipelines }],
  );
  const refused = found.filter(({ summary }) => summary.refusal !== undefined);
  const names = namesText(
    refused.map(({ source }) => safe(source)),
    mostNames,
  );
  const many = count(refused.length, 'pipeline file');
  const isRefused = new Set(refused.map(({ source }) => source));
  return {
    pipelines: new Map(
      found.map(({ source, summary }) => [
        source,
        { action: isRefused.has(source) ? 'leave' : action, ...summary },
      ]),
    ),
    notes:
      refused.length === 0
        ? []
        : [`${many} cannot be converted and will be left unchanged: ${names}`],
  };
}
