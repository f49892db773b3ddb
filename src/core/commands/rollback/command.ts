import { defineCommand } from '../command.ts';
import { commonFlags, repositoryFlags, waveFlag } from '../common-flags.ts';

export const rollbackCommand = defineCommand({
  name: 'rollback',
  summary: 'Take targets away again and unlock their sources',
  description: [
    'Looks at every target first. One that people have worked on is named and stays as it is, its source locked.',
    'The others are renamed aside, archived, looked at once more, and their sources unlocked.',
    'Stopped or failed, it continues where it was when run again.',
  ],
  endsInOrder: true,
  flags: {
    migration: { kind: 'string', value: 'id', required: true, summary: 'Migration id' },
    dryRun: { kind: 'boolean', summary: 'Look and show what would be done; writes nothing' },
    delete: {
      kind: 'boolean',
      summary: 'Delete the targets for good, after each name is typed; needs delete_repo',
    },
    ...repositoryFlags,
    ...waveFlag,
    yes: { kind: 'boolean', summary: 'Answer yes to the confirmation, but not for --delete' },
    ...commonFlags,
  },
  examples: [
    'migrator rollback --migration mig_m4xk2p9qa7c1 --dry-run',
    'migrator rollback --migration mig_m4xk2p9qa7c1 --wave 2',
  ],
  run: async (invocation) => (await import('./handler.ts')).runRollback(invocation),
});
