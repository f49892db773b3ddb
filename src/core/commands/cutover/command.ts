import { defineCommand } from '../command.ts';
import { cutoverLine } from './flags.ts';

export const cutoverCommand = defineCommand({
  ...cutoverLine,
  summary: 'Lock Bitbucket, run a final sync, and open the GitHub repositories',
  description: [
    'Checks both hosts and asks you to confirm. Then locks each Bitbucket repository, and tests the lock with a push.',
    'Syncs until both hosts match, applies the settings in the plan, verifies, and opens the repositories.',
    'If it stops or fails, run it again to continue.',
    '--abort removes exactly what the cut-over added on Bitbucket.',
  ],
  endsInOrder: true,
  examples: [
    'migrator cutover --migration last --dry-run',
    'migrator cutover --migration last',
    'migrator cutover --migration last --wave 2 --announce',
    'migrator cutover --migration last --abort',
  ],
  run: async (invocation) => (await import('./handler.ts')).runCutover(invocation),
});
