import * as z from 'zod';
import {
  accessLevels,
  type Group,
  refActions,
  type SourceSettings,
} from '../ports/records/source-settings.ts';

/*
 * The settings of a repository as an inventory holds them: the records of ports/records/source-settings.ts. Hand-written
 * ones may leave out lists.
 */

const text = z.string().max(10_000);
const level = z.enum(['repository', 'project', 'workspace']);
const whole = z.number().int().nonnegative();

const names = {
  id: text,
  name: text,
  account: text.optional(),
  username: text.optional(),
  nickname: text.optional(),
  email: text.optional(),
};

const actor = z.object({ kind: z.enum(['user', 'group', 'access-key', 'everyone']), ...names });

const refs = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('any') }),
  z.object({ kind: z.literal('branch'), name: text }),
  z.object({ kind: z.literal('glob'), pattern: text }),
  z.object({ kind: z.literal('ant'), pattern: text }),
  z.object({
    kind: z.literal('model'),
    branch: text,
    name: text.nullable(),
    default: z.boolean(),
  }),
  z.object({ kind: z.literal('category'), category: text, prefix: text.nullable() }),
]);

const rule = z.object({
  id: text,
  level,
  type: text,
  refs,
  prevents: z.array(z.enum(refActions)).describe('What only the exceptions may do.'),
  exceptions: z.array(actor),
});

const check = z.object({
  id: text,
  level,
  type: text,
  kind: z.enum([
    'approvals',
    'default-reviewer-approvals',
    'group-approvals',
    'all-reviewers-approve',
    'no-changes-requested',
    'reset-approvals',
    'smart-reset-approvals',
    'reset-changes-requested',
    'tasks',
    'comments',
    'builds',
    'build-keys',
    'commits-behind',
    'dependencies',
    'auto-merge',
    'enforce',
    'unknown',
  ]),
  refs,
  value: whole.nullable(),
  names: z.array(text),
});

const part = z.enum([
  'rules',
  'checks',
  'strategies',
  'reviewers',
  'owners',
  'access',
  'webhooks',
  'keys',
  'jira',
  'labels',
  'builds',
]);

const settingsObject = z.object({
  rules: z.array(rule).default([]).describe('Branch restrictions and branch permissions.'),
  checks: z.array(check).default([]).describe('Merge checks.'),
  strategies: z
    .object({ enabled: z.array(text), standard: text.nullable() })
    .nullable()
    .default(null)
    .describe('Ways to merge into the default branch.'),
  reviewers: z
    .array(
      z.object({
        id: text,
        level,
        reviewers: z.array(actor),
        source: refs,
        destination: refs,
        approvals: whole,
      }),
    )
    .default([])
    .describe('Default reviewers.'),
  owners: z
    .object({ path: text, bytes: whole })
    .nullable()
    .default(null)
    .describe('The CODEOWNERS file of Bitbucket.'),
  access: z
    .array(z.object({ actor, level: z.enum(accessLevels), from: level }))
    .default([])
    .describe('Explicit permissions of users and groups, with those of the project.'),
  webhooks: z
    .array(
      z.object({
        id: text,
        level,
        name: text,
        url: text,
        active: z.boolean(),
        events: z.array(text),
        secret: z.boolean().describe('Whether it has one; no host shows it.'),
        verified: z.boolean(),
      }),
    )
    .default([]),
  keys: z
    .array(z.object({ id: text, level, label: text, key: text, access: z.enum(['read', 'write']) }))
    .default([])
    .describe('Access keys: public keys only.'),
  jira: z
    .array(
      z.object({
        key: text,
        url: text.nullable().describe('Null where the key was only seen in pull requests.'),
      }),
    )
    .default([]),
  labels: z.array(text).default([]),
  builds: z
    .array(text)
    .default([])
    .describe('Keys of builds on the newest commit of the default branch.'),
  unread: z
    .array(z.object({ part, reason: z.string() }))
    .default([])
    .describe('What could not be read.'),
});

export const settingsSchema: z.ZodType<SourceSettings> = settingsObject;

export const groupSchema: z.ZodType<Group> = z.object({
  id: text,
  name: text,
  members: z.array(z.object(names)).nullable().describe('Null where the host does not list them.'),
});

/** One part that was read of one repository. */
export const settingsRecordSchema = z.object({
  /** Of the repository. */
  id: z.string(),
  part,
  settings: settingsObject.omit({ unread: true }).partial(),
  missing: z.string().nullable(),
});
