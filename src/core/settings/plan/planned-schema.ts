import * as z from 'zod';
import { kinds, setParts, type TargetSettings } from '../kinds/kinds.ts';
import { text } from '../kinds/schemas.ts';
import type { PlannedSetting, PlannedTeam } from './planned-settings.ts';

/*
 * `settings` of a repository and `teams` of a plan, as people read and change them. What is set may be edited as well: it has
 * the words of GitHub's REST interface, with people and teams by name.
 */

/** As the rows of the table of kinds have it. */
const set = z.strictObject(optionalParts());

function optionalParts() {
  const optional = ([key, { schema }]: [string, { schema: z.ZodType }]) => [key, schema.optional()];
  return Object.fromEntries(Object.entries(setParts).map(optional)) as {
    readonly [Key in keyof TargetSettings]: z.ZodOptional<z.ZodType<TargetSettings[Key]>>;
  };
}

export const plannedSettingSchema: z.ZodType<PlannedSetting> = z.strictObject({
  id: text.min(1),
  kind: z.enum(kinds.flatMap(({ planned }) => planned)),
  source: z.string().describe('As on Bitbucket.'),
  target: z.string().describe('As on GitHub.'),
  grade: z
    .enum(['exact', 'stricter', 'looser', 'none'])
    .describe('How the GitHub setting compares with the Bitbucket setting.'),
  why: z.string(),
  set,
  looser: z
    .strictObject({ target: z.string(), why: z.string(), set })
    .nullable()
    .describe('The setting that accept: looser uses instead.'),
  accept: z.literal('looser').optional().describe('Set by hand: applies the looser alternative.'),
});

export const plannedTeamSchema: z.ZodType<PlannedTeam> = z.strictObject({
  name: text.min(1).describe('The slug.'),
  groups: z.array(text).describe('Bitbucket groups that it represents.'),
  members: z.array(text).describe('Logins.'),
  incomplete: z.boolean().describe('True if members with unknown logins are missing.'),
  withoutLogin: z
    .array(z.string())
    .optional()
    .describe('Names of members whose GitHub login is unknown; no one is added for them.'),
  parent: text
    .min(1)
    .optional()
    .describe('The slug of the parent team; it exists, or is also in teams.'),
  accept: z
    .literal('looser')
    .optional()
    .describe('Set by hand: others in the team on GitHub get the same access.'),
});
