import * as z from 'zod';
import { pipelineScheduleSchema } from './schedules/schedule.ts';

const whole = z.number().int().nonnegative();
const text = z.string().max(10_000);

/** So many findings are kept; the counts are of all. */
export const mostFindings = 100;

const findingSchema = z.strictObject({
  grade: z.enum(['changed', 'lost']),
  line: whole.describe('In bitbucket-pipelines.yml, or in file.'),
  file: text
    .optional()
    .describe('The imported file that the line is in; omitted for bitbucket-pipelines.yml.'),
  message: text,
  advice: text.nullable(),
});

/** The grades of one pipeline file, as an inventory and a plan hold them. */
export const pipelineSummarySchema = z.strictObject({
  workflows: whole.describe('Number of workflow files it converts to.'),
  exact: whole.describe('Constructs that do the same on GitHub.'),
  changed: whole,
  lost: whole,
  findings: z.array(findingSchema).max(mostFindings).describe('Changed and lost constructs.'),
  environments: whole
    .optional()
    .describe('Environments of manual steps; omitted if there are none.'),
  schedules: z
    .array(pipelineScheduleSchema)
    .max(1000)
    .optional()
    .describe('Schedules that start its pipelines.'),
  refusal: text.optional().describe('Why the file cannot be converted.'),
});

export type PipelineSummary = z.infer<typeof pipelineSummarySchema>;
