import { defineCommand } from '../command.ts';
import { commonFlags, neededMigration, repositoryFlags, waveFlag } from '../common-flags.ts';

export const rollbackCommand = defineCommand({
  name: 'rollback',
  summary: 'Undo a cut-over: archive the GitHub repositories and unlock Bitbucket',
  description: [
    'Checks every GitHub repository first. If people have worked in one, reports it and changes neither side.',
    'Renames and archives the others, checks them again, then unlocks their Bitbucket repositories.',
    'If it stops or fails, run it again to continue.',
  ],
  endsInOrder: true,
  flags: {
    ...neededMigration,
    dryRun: { kind: 'boolean', summary: 'Check and show the steps; writes nothing' },
    delete: {
      kind: 'boolean',
      summary: 'Delete the repositories for good, after you type each name; needs delete_repo',
    },
    ...repositoryFlags,
    ...waveFlag,
    yes: { kind: 'boolean', summary: 'Answer yes to the confirmation (not for --delete)' },
    ...commonFlags,
  },
  examples: [
    'migrator rollback --migration last --dry-run',
    'migrator rollback --migration last --wave 2',
  ],
  run: async (invocation) => (await import('./handler.ts')).runRollback(invocation),
});
