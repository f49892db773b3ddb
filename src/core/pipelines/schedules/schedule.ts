import * as z from 'zod';
import type { PipelineSchedule } from '../../ports/source-host.ts';

const text = z.string().max(1000);

/** A schedule as an inventory and a plan hold it. */
export const pipelineScheduleSchema = z.strictObject({
  cron: text.describe("Bitbucket's seven-field cron expression, in UTC."),
  enabled: z.boolean(),
  branch: text.nullable().describe('null: it runs for a tag.'),
  kind: z.enum(['default', 'branch', 'tag', 'custom']).describe('Of the pipeline that it starts.'),
  name: text.describe('Of the pipeline; empty for the default one.'),
}) satisfies z.ZodType<PipelineSchedule>;
