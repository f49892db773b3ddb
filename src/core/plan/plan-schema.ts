import * as z from 'zod';
import { pullRequestOptions } from '../options/pull-requests.ts';
import { fileShape } from '../options/schemas.ts';
import { planningOptions } from '../options/settings.ts';
import { runOptions } from '../options/table.ts';
import { sourceKinds } from '../ports/records/repository.ts';
import { plannedSettingSchema, plannedTeamSchema } from '../settings/plan/planned-schema.ts';
import { plannedPipelinesSchema } from './planned-pipelines.ts';

/** Options of pull requests, with the same keys in the plan and in migrator.yaml. */
export const pullRequestOptionsSchema = z.strictObject(fileShape(pullRequestOptions, 'plan'));

const visibility = z.enum(['private', 'internal', 'public']);

/** A choice for the whole migration; command-line flags and the environment win, migrator.yaml loses. */
const planOptionsSchema = z.strictObject({
  ...fileShape(runOptions, 'plan'),
  pull_requests: pullRequestOptionsSchema.optional(),
});

const plannedRepositorySchema = z.strictObject({
  source: z.string().min(1).max(255).describe('The Bitbucket slug.'),
  name: z
    .string()
    .min(1)
    .optional()
    .describe('The name on Bitbucket, if it is not the slug; --reset-repo takes either.'),
  target: z.string().min(1).max(100).describe('The GitHub name.'),
  visibility: visibility.default('private'),
  publish_private: z
    .boolean()
    .optional()
    .describe(
      'Confirms that this repository becomes public although it is private on Bitbucket. Without it, the repository stays private.',
    ),
  include_lfs: z
    .boolean()
    .optional()
    .describe('Overrides options.include_lfs for this repository.'),
  large_files: z
    .enum(['refuse', 'rewrite'])
    .optional()
    .describe('Overrides options.large_files for this repository.'),
  rewrite_history: z
    .boolean()
    .optional()
    .describe(
      'Confirms that commits of this repository get new hashes. Without it, a rewrite stops before GitHub gets anything.',
    ),
  pull_requests: z
    .boolean()
    .optional()
    .describe('Overrides options.pull_requests.migrate for this repository.'),
  engine: z.enum(['rest', 'archive']).optional().describe('Overrides engine for this repository.'),
  wave: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Its wave: --wave migrates one wave at a time.'),
  settings: z
    .array(plannedSettingSchema)
    .max(10_000)
    .optional()
    .describe('Permissions, branch rules, webhooks and more, each compared with GitHub.'),
  pipelines: plannedPipelinesSchema
    .optional()
    .describe('What happens to bitbucket-pipelines.yml, and how much of it GitHub can do.'),
});

/** Checks before a run whose problems may be none, so that somebody who knows better can accept them. */
const acceptedCheckSchema = z.strictObject({
  check: z
    .enum(['disk-space', 'import-size'])
    .describe('disk-space: an estimate for the whole run. import-size: for one repository.'),
  repository: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('The slug on the source; left out for checks of the whole run.'),
  by: z.string().min(1).max(200).describe('Who accepts it.'),
  reason: z.string().min(1).max(1000).describe('Why the run can begin anyway.'),
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
  ...fileShape(planningOptions, 'plan'),
  rulesets: z
    .enum(['repository', 'organization'])
    .optional()
    .describe(
      'Where to create rulesets that several repositories share: in each, or once in the organization for exactly these. Default repository.',
    ),
  teams: z
    .array(plannedTeamSchema)
    .max(10_000)
    .optional()
    .describe('Organization teams that settings refer to, with their members.'),
  accept: z
    .array(acceptedCheckSchema)
    .max(10_000)
    .optional()
    .describe('Problems that someone accepts; shown in the dry run, the audit and the report.'),
  repositories: z.array(plannedRepositorySchema).min(1).max(100_000),
});

export type Plan = z.infer<typeof planSchema>;
export type PlanOptions = z.infer<typeof planOptionsSchema>;
export type PlannedRepository = z.infer<typeof plannedRepositorySchema>;
export type AcceptedCheck = z.infer<typeof acceptedCheckSchema>;
