import type { CommandLine } from '../command-line.ts';
import { commonFlags, neededMigration, repositoryFlags, waveFlag } from '../common-flags.ts';

/** The name and the flags of the command. */
export const rollbackLine = {
  name: 'rollback',
  flags: {
    ...neededMigration,
    dryRun: { kind: 'boolean', summary: 'Check and show the steps; writes nothing' },
    delete: {
      kind: 'boolean',
      summary: 'Delete the repositories for good, after you type each name; needs delete_repo',
    },
    withoutCutover: {
      kind: 'boolean',
      summary: 'Also roll back repositories that were never cut over',
    },
    ...repositoryFlags,
    ...waveFlag,
    yes: { kind: 'boolean', summary: 'Answer yes to the confirmation (not for --delete)' },
    ...commonFlags,
  },
} as const satisfies CommandLine;
