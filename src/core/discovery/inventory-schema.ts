import * as z from 'zod';
import { pipelineSummarySchema } from '../pipelines/summary-schema.ts';
import { sourceKinds } from '../ports/records/repository.ts';
import { groupSchema, settingsSchema } from './settings-schema.ts';

const text = z.string().max(100_000);
const whole = z.number().int().nonnegative();

export const conversationCountsSchema = z.object({
  reviews: whole.describe(
    'Number of reviews (at most 25 comments each) that create all line threads.',
  ),
  line_threads: whole,
  file_threads: whole,
  replies: whole,
  general: whole,
});

/** Counts of `discover --deep`. Hand-written ones may leave out any of them: a missing one counts as none. */
export const pullRequestCountsSchema = z.looseObject({
  open: whole.optional(),
  merged: whole.optional(),
  declined: whole.optional(),
  superseded: whole.optional(),
  drafts: whole.optional().describe('Open drafts.'),
  from_forks: whole.optional().describe('Pull requests from forks, including deleted ones.'),
  open_from_forks: whole.optional().describe('Open pull requests from forks.'),
  heads_perhaps_gone: whole
    .optional()
    .describe(
      'May have lost their commits with their fork or branch; excludes superseded ones and open ones from forks.',
    ),
  comments: whole.optional().describe('As Bitbucket counts them, including replies.'),
  with_comments: whole.optional().describe('Pull requests with comments.'),
  comments_unknown: whole
    .optional()
    .describe('Pull requests for which Bitbucket reports no count; not in the other two counts.'),
  with_reviewers: whole.optional().describe('Open pull requests with requested reviewers.'),
  highest_number: whole.optional(),
  missing_numbers: whole.optional().describe('Unused numbers below the highest.'),
  conversations: conversationCountsSchema
    .loose()
    .optional()
    .describe('With --users, which reads every comment.'),
});

const secretNames = z.array(text.min(1));

/** Names of pipeline variables by level; no value is anywhere. Hand-written ones may leave out a level. */
const secretNamesSchema = z.looseObject({
  repository: secretNames.optional(),
  workspace: secretNames
    .optional()
    .describe('Workspace variables, usable by all its repositories.'),
  deployments: z
    .record(z.string(), secretNames)
    .optional()
    .describe('Deployment variables, by environment.'),
});

/** Counts what changes when files over GitHub's limit move to LFS. */
export const rewriteFiguresSchema = z.object({
  limit: whole.describe('Size limit in bytes; larger files move to LFS.'),
  commits: whole.describe('Commits that get new hashes.'),
  file_count: whole,
  lfs_bytes: whole.describe('Total size of these files in bytes.'),
  files: z
    .array(z.object({ path: z.string(), bytes: whole }))
    .describe('The largest ones first, each with one of its paths.'),
  signatures: whole.describe('Commits and tags that lose their signatures.'),
  pull_requests: whole.nullable().describe('Pull requests on such commits; null if not migrated.'),
});
export type RewriteFigures = z.infer<typeof rewriteFiguresSchema>;

/**
 * One repository of an inventory. Only the name is needed, so that one can be written by hand; the slug is then
 * the name in lower case.
 */
export const inventoryRepositorySchema = z.looseObject({
  name: text.min(1),
  slug: text.min(1).optional(),
  id: text.optional(),
  description: text.optional(),
  visibility: z.enum(['private', 'internal', 'public']).optional(),
  default_branch: text.nullable().optional(),
  size_bytes: z.number().nonnegative().nullable().optional(),
  project: z.looseObject({ key: text, name: text }).nullable().optional(),
  fork_of: text.nullable().optional(),
  language: text.nullable().optional(),
  archived: z.boolean().optional(),
  created_at: text.nullable().optional(),
  updated_at: text.nullable().optional(),
  web_url: text.optional(),
  pull_requests: pullRequestCountsSchema.optional(),
  uses_lfs: z
    .boolean()
    .optional()
    .describe('Whether .gitattributes on the default branch has the LFS filter.'),
  large_files: rewriteFiguresSchema.optional().describe('With --include-large-files.'),
  people: whole.optional().describe('Number of people seen in pull requests.'),
  secrets: secretNamesSchema.optional(),
  secrets_unread: z
    .array(z.enum(['repository', 'workspace', 'deployment']))
    .optional()
    .describe('Levels whose names could not be read.'),
  unsecured: secretNamesSchema
    .optional()
    .describe('Unsecured ones: people can read their values on Bitbucket.'),
  settings: settingsSchema.optional().describe('With --include-settings.'),
  pipelines: pipelineSummarySchema
    .nullable()
    .optional()
    .describe('With --include-pipelines: what bitbucket-pipelines.yml becomes; null without one.'),
});

/**
 * inventory.json: what a workspace holds. Keys that are not ours are kept out of the way, with a warning. Of one that is
 * written by hand, a manifest of secrets needs the repositories alone.
 */
export const inventorySchema = z.looseObject({
  $schema: text.optional(),
  version: z.literal(1).default(1),
  source: z
    .looseObject({
      kind: z.enum(sourceKinds),
      workspace: text.min(1),
    })
    .optional()
    .describe('Where the repositories are; needed by plan, not by secrets manifest.'),
  discovered_at: text.optional(),
  groups: z
    .array(groupSchema)
    .optional()
    .describe('Groups that settings refer to, with their members.'),
  repositories: z.array(inventoryRepositorySchema),
});

/** As it was read: one that was written by hand may leave out its source. */
export type ReadInventory = z.infer<typeof inventorySchema>;
export type Inventory = ReadInventory & {
  readonly source: NonNullable<ReadInventory['source']>;
};
export type SecretNamesByLevel = z.infer<typeof secretNamesSchema>;
export type PullRequestCounts = z.infer<typeof pullRequestCountsSchema>;
export type InventoryRepository = z.infer<typeof inventoryRepositorySchema>;
