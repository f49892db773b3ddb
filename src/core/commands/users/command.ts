import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag } from '../common-flags.ts';

const people = {
  migration: {
    kind: 'string',
    value: 'id',
    required: true,
    summary: 'Migration that was imported',
  },
  userMap: fileFlag('CSV of Bitbucket to GitHub users, in place of the one of the migration'),
} as const;

export const usersStatusCommand = defineCommand({
  name: 'users status',
  summary: 'List who stands for whom after an import, and who has claimed what',
  description: [
    'After an import, a placeholder account (a mannequin) stands for each person of the source.',
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
    'Sends an invitation to everybody in the user map whose placeholder account is unclaimed.',
    'They accept by mail. With --immediate nobody is asked: only in organizations with managed accounts.',
    'Needs a token of an owner. Nobody is invited twice; a second run asks those who came later.',
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
