import * as z from 'zod';
import type { PlannedSetting, PlannedTeam } from './planned-settings.ts';

/*
 * `settings` of a repository and `teams` of a plan, as people read and change them. What is set may be edited as well: it has
 * the words of GitHub's REST interface, with people and teams by name.
 */

const text = z.string().max(10_000);

const actor = z.strictObject({ kind: z.enum(['user', 'team']), name: text.min(1) });

const rule = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['creation', 'update', 'deletion', 'non_fast_forward']) }),
  z.strictObject({
    type: z.literal('pull_request'),
    approvals: z.number().int().min(0).max(10),
    dismissStale: z.boolean(),
    resolveThreads: z.boolean(),
    reviewers: z.array(z.strictObject({ team: text, minimum: z.number().int().min(0) })),
  }),
  z.strictObject({
    type: z.literal('required_status_checks'),
    contexts: z.array(text),
    strict: z.boolean(),
  }),
]);

const ruleset = z.strictObject({
  target: z.enum(['branch', 'tag']),
  include: z.array(text.min(1)).min(1),
  rules: z.array(rule).min(1),
  bypass: z.array(z.strictObject({ actor, mode: z.enum(['always', 'pull_request']) })),
  enforcement: z.enum(['active', 'evaluate', 'disabled']),
});

const set = z.strictObject({
  rulesets: z.array(ruleset).optional(),
  access: z
    .array(z.strictObject({ actor, role: z.enum(['pull', 'triage', 'push', 'maintain', 'admin']) }))
    .optional(),
  flags: z
    .strictObject({ mergeCommit: z.boolean(), squash: z.boolean(), rebase: z.boolean() })
    .nullable()
    .optional(),
  autoMerge: z.boolean().optional(),
  owners: z.array(actor).optional(),
  webhooks: z.array(z.strictObject({ url: text, events: z.array(text) })).optional(),
  keys: z.array(z.strictObject({ title: text, key: text, readOnly: z.boolean() })).optional(),
  autolinks: z.array(z.strictObject({ prefix: text, url: text })).optional(),
  topics: z.array(text).optional(),
});

export const plannedSettingSchema: z.ZodType<PlannedSetting> = z.strictObject({
  id: text.min(1),
  kind: z.enum([
    'branch-rule',
    'merge-check',
    'access',
    'merge-strategies',
    'default-reviewers',
    'code-owners',
    'webhook',
    'access-key',
    'autolink',
    'labels',
  ]),
  source: z.string().describe('As on Bitbucket.'),
  target: z.string().describe('As on GitHub.'),
  grade: z
    .enum(['exact', 'stricter', 'looser', 'none'])
    .describe('How the target compares with the source.'),
  why: z.string(),
  set,
  looser: z
    .strictObject({ target: z.string(), why: z.string(), set })
    .nullable()
    .describe('What accept: looser sets in its place.'),
  accept: z.literal('looser').optional().describe('Written by people: sets what looser offers.'),
});

export const plannedTeamSchema: z.ZodType<PlannedTeam> = z.strictObject({
  name: text.min(1).describe('The slug.'),
  groups: z.array(text).describe('Groups of the source that it stands for.'),
  members: z.array(text).describe('Logins.'),
  incomplete: z.boolean().describe('Whether members are missing whose login is unknown.'),
  parent: text
    .min(1)
    .optional()
    .describe('The slug of the team above; it exists, or stands in teams as well.'),
  accept: z
    .literal('looser')
    .optional()
    .describe('Written by people: others in the team on GitHub get the same access.'),
});
