import type { Confidence } from '../../users/suggest/candidates.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag, migrationFlag } from '../common-flags.ts';

const people = {
  migration: { ...migrationFlag('Migration that was imported'), required: true },
  userMap: fileFlag(
    "User map, or GitHub's CSV of mannequins, instead of the migration's map",
    '.csv',
  ),
} as const;

export const usersStatusCommand = defineCommand({
  name: 'users status',
  summary: 'List placeholder accounts after an import, and who has claimed them',
  description: [
    'After an import, each Bitbucket user has a placeholder account (a mannequin) on GitHub.',
    'Shows each account, its number of items, and who claimed it. Read-only.',
    "--output writes GitHub's own CSV (mannequin-user,mannequin-id,target-user).",
  ],
  flags: {
    ...people,
    output: fileFlag("Write GitHub's mannequin CSV here"),
    ...forceFlag,
    ...commonFlags,
  },
  examples: ['migrator users status --migration last'],
  run: async (invocation) => (await import('./status-handler.ts')).runUsersStatus(invocation),
});

export const usersClaimCommand = defineCommand({
  name: 'users claim',
  summary: 'Invite people to claim their imported work',
  description: [
    'Invites everyone in the user map who has not claimed their placeholder account.',
    'They accept by email. --immediate asks nobody; it works only in organizations with managed accounts.',
    "Needs an owner's token. Nobody is invited twice: a later run invites only new people.",
  ],
  endsInOrder: true,
  flags: {
    ...people,
    immediate: { kind: 'boolean', summary: 'Hand everything over right away (managed accounts)' },
    dryRun: { kind: 'boolean', summary: 'Show who would be invited; sends nothing' },
    yes: { kind: 'boolean', short: 'y', summary: 'Do not ask for confirmation' },
    ...commonFlags,
  },
  examples: [
    'migrator users claim --migration last --dry-run',
    'migrator users claim --migration last --user-map users.csv',
  ],
  run: async (invocation) => (await import('./claim-handler.ts')).runUsersClaim(invocation),
});

export const usersSuggestCommand = defineCommand({
  name: 'users suggest',
  summary: 'Suggest GitHub logins for people without one in the user map',
  description: [
    'Uses email addresses in commits, single sign-on, managed accounts and member names.',
    'Shows each candidate with its source and confidence. Changes nothing on the hosts.',
    'Fills in logins only with --accept, and only if one candidate is clearly the best.',
  ],
  flags: {
    migration: migrationFlag('Use the people and repositories from this migration'),
    targetOrg: {
      kind: 'string',
      value: 'name',
      summary: 'Organization, if nothing is migrated yet',
    },
    userMap: fileFlag(
      'CSV of Bitbucket to GitHub users (default: everyone in the migration)',
      '.csv',
    ),
    accept: {
      kind: 'choice',
      choices: ['high', 'medium', 'low'] satisfies readonly Confidence[],
      summary: 'Fill in logins with at least this confidence',
    },
    output: fileFlag('Write the user map with suggestions here'),
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator users suggest --target-org acme --user-map users.csv',
    'migrator users suggest --migration last --accept medium --output people.csv',
  ],
  run: async (invocation) => (await import('./suggest-handler.ts')).runUsersSuggest(invocation),
});
