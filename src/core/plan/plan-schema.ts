import * as z from 'zod';
import { commentModes } from '../ports/pull-request-target.ts';
import { sourceKinds } from '../ports/records/repository.ts';
import { plannedSettingSchema, plannedTeamSchema } from '../settings/plan/planned-schema.ts';

/** Options of pull requests, with the same keys in the plan and in migrator.yaml. */
export const pullRequestOptionsSchema = z.strictObject({
  migrate: z.boolean().optional().describe('Whether pull requests are migrated. Default true.'),
  comments: z
    .enum(commentModes)
    .optional()
    .describe(
      'How conversations are written. threaded: each comment in its thread; compact: one comment per thread; folded: all in the description. Default threaded.',
    ),
  request_reviewers: z
    .boolean()
    .optional()
    .describe(
      'Whether reviewers of open pull requests in the user map are asked for a review. Default true.',
    ),
});

const visibility = z.enum(['private', 'internal', 'public']);

/** A choice for the whole migration; command-line flags and the environment win, migrator.yaml loses. */
const planOptionsSchema = z.strictObject({
  include_lfs: z.boolean().optional(),
  timeout_seconds: z.number().int().min(1).max(604_800).optional(),
  shallow_clone: z.boolean().optional(),
  shallow_depth: z.number().int().min(1).max(1_000_000).optional(),
  workers: z.number().int().min(1).max(32).optional(),
  delay: z
    .number()
    .int()
    .min(0)
    .max(86_400_000)
    .optional()
    .describe('Milliseconds to pause between repositories.'),
  skip_existing: z
    .boolean()
    .optional()
    .describe('Repositories that already exist on the target are skipped.'),
  overwrite: z
    .boolean()
    .optional()
    .describe(
      'Repositories that already exist on the target are renamed and kept, and replaced; needs confirmation. Not with skip_existing.',
    ),
  pull_requests: pullRequestOptionsSchema.optional(),
});

const plannedRepositorySchema = z.strictObject({
  source: z.string().min(1).max(255).describe('The slug on the source.'),
  name: z
    .string()
    .min(1)
    .optional()
    .describe('The name on the source, if it is not the slug; --reset-repo takes either.'),
  target: z.string().min(1).max(100).describe('The name on the target.'),
  visibility: visibility.default('private'),
  publish_private: z
    .boolean()
    .optional()
    .describe(
      'Confirms that this repository becomes public although it is private on the source. Without it such a target stays private.',
    ),
  include_lfs: z
    .boolean()
    .optional()
    .describe('Overrides options.include_lfs for this repository.'),
  pull_requests: z
    .boolean()
    .optional()
    .describe('Overrides options.pull_requests.migrate for this repository.'),
  wave: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('The wave that it belongs to: --wave runs one at a time.'),
  settings: z
    .array(plannedSettingSchema)
    .max(10_000)
    .optional()
    .describe('Permissions, branch rules, webhooks and more, each with its grade.'),
});

/** plan.json: what goes where. The digest of source, target and repositories is the migration's identity. */
export const planSchema = z.strictObject({
  $schema: z.string().optional().describe('For editors.'),
  version: z.literal(1),
  source: z.strictObject({
    kind: z.enum(sourceKinds),
    workspace: z.string().min(1).max(255),
  }),
  target: z.strictObject({
    organization: z.string().min(1).max(100).describe('An organization, or your own account.'),
  }),
  options: planOptionsSchema.default({}),
  follow: z
    .boolean()
    .optional()
    .describe(
      'The target follows the source until the cut-over: it is created private, and what opens it to others waits. Default false.',
    ),
  rulesets: z
    .enum(['repository', 'organization'])
    .optional()
    .describe(
      'Where rulesets stand that several repositories want alike: in each, or once in the organization for exactly these. Default repository.',
    ),
  teams: z
    .array(plannedTeamSchema)
    .max(10_000)
    .optional()
    .describe('Teams of the organization that settings name, with their members.'),
  repositories: z.array(plannedRepositorySchema).min(1).max(100_000),
});

export type Plan = z.infer<typeof planSchema>;
export type PlanOptions = z.infer<typeof planOptionsSchema>;
export type PlannedRepository = z.infer<typeof plannedRepositorySchema>;
