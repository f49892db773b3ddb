import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

export const secretsCleanupCommand = defineCommand({
  name: 'secrets cleanup',
  summary: 'Take away what a killed sync-to-vault --through-pipeline has left',
  description: [
    'Runs, secured variables and the temporary branch on Bitbucket, the token and its policy in the vault.',
    'The next sync-to-vault does the same. What is taken away was written down before it was made; nothing else is touched.',
  ],
  endsInOrder: true,
  flags: { ...commonFlags },
  examples: ['migrator secrets cleanup'],
  async run({ flags, program }) {
    const { runCleanup } = await import('./cleanup-handler.ts');
    return runCleanup({ flags, program });
  },
});
