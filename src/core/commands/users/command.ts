import type { Confidence } from '../../users/suggest/candidates.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag } from '../common-flags.ts';

const people = {
  migration: {
    kind: 'string',
    value: 'id',
    required: true,
    summary: 'Migration that was imported',
  },
  userMap: fileFlag(
    "User map, or GitHub's CSV of mannequins, in place of the map of the migration",
  ),
} as const;

export const usersStatusCommand = defineCommand({
  name: 'users status',
  summary: 'List placeholder accounts after an import, and who has claimed them',
  description: [
    'After an import, each Bitbucket user has a placeholder account (a mannequin) on GitHub.',
    'Shows each with the number of items, and who has claimed them. Changes nothing.',
    "--output writes GitHub's own CSV (mannequin-user,mannequin-id,target-user).",
  ],
  flags: {
    ...people,
    output: fileFlag("Write GitHub's CSV of mannequins here"),
    ...forceFlag,
    ...commonFlags,
  },
  examples: ['migrator users status --migration mig_m4xk2p9qa7c1'],
  run: async (invocation) => (await import('./status-handler.ts')).runUsersStatus(invocation),
});

export const usersClaimCommand = defineCommand({
  name: 'users claim',
  summary: 'Ask people to claim what was imported under their names',
  description: [
    'Invites everyone in the user map who has not claimed their placeholder account.',
    'They accept by mail. With --immediate nobody is asked: only in organizations with managed accounts.',
    'Needs a token of an owner. Nobody is invited twice; a later run invites only new people.',
  ],
  endsInOrder: true,
  flags: {
    ...people,
    immediate: { kind: 'boolean', summary: 'Hand everything over at once (managed accounts)' },
    dryRun: { kind: 'boolean', summary: 'Show who would be asked; sends nothing' },
    yes: { kind: 'boolean', short: 'y', summary: 'Ask no questions' },
    ...commonFlags,
  },
  examples: [
    'migrator users claim --migration mig_m4xk2p9qa7c1 --dry-run',
    'migrator users claim --migration mig_m4xk2p9qa7c1 --user-map users.csv',
  ],
  run: async (invocation) => (await import('./claim-handler.ts')).runUsersClaim(invocation),
});

export const usersSuggestCommand = defineCommand({
  name: 'users suggest',
  summary: 'Suggest GitHub logins for people without one in the user map',
  description: [
    'Looks at commits whose address GitHub knows, single sign-on, managed accounts and names of members.',
    'Shows each candidate with its source and confidence. Changes nothing on the hosts.',
    'Fills in logins only with --accept, and only if one candidate is clearly the best.',
  ],
  flags: {
    migration: {
      kind: 'string',
      value: 'id',
      summary: 'Migration whose people and repositories count',
    },
    targetOrg: {
      kind: 'string',
      value: 'name',
      summary: 'Organization, where nothing is migrated yet',
    },
    userMap: fileFlag('CSV of Bitbucket to GitHub users (default: everyone in the migration)'),
    accept: {
      kind: 'choice',
      choices: ['high', 'medium', 'low'] satisfies readonly Confidence[],
      summary: 'Fill in logins that are at least this sure',
    },
    output: fileFlag('Write the user map with suggestions here'),
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator users suggest --target-org acme --user-map users.csv',
    'migrator users suggest --migration mig_m4xk2p9qa7c1 --accept high --output accepted.csv',
  ],
  run: async (invocation) => (await import('./suggest-handler.ts')).runUsersSuggest(invocation),
});
