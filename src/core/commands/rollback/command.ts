import { defineCommand } from '../command.ts';
import { rollbackLine } from './flags.ts';

export const rollbackCommand = defineCommand({
  ...rollbackLine,
  summary: 'Undo a cut-over: archive the GitHub repositories and unlock Bitbucket',
  description: [
    'Checks every GitHub repository first. If people have worked in one, reports it and changes neither side.',
    'Renames and archives the others, checks them again, then unlocks their Bitbucket repositories.',
    'If it stops or fails, run it again to continue.',
  ],
  endsInOrder: true,
  examples: [
    'migrator rollback --migration last --dry-run',
    'migrator rollback --migration last --wave 2',
  ],
  run: async (invocation) => (await import('./handler.ts')).runRollback(invocation),
});
