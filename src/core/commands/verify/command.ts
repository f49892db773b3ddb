import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag, neededMigration } from '../common-flags.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Compare what was migrated with what GitHub has now',
  description: [
    'Compares refs, LFS objects, settings, pull requests, reviews and comments with what migrate recorded.',
    'Reads only GitHub, in a few list requests per repository.',
    'Lists expected differences separately; exits with code 6 for real ones.',
    'Writes nothing without --repair, which restores missing data and resets changed text and states.',
    "--repair never replaces other people's commits, and deletes nothing.",
  ],
  endsInOrder: true,
  flags: {
    ...neededMigration,
    rereadSource: {
      kind: 'boolean',
      summary: 'Also re-read Bitbucket, and report what has changed there since',
    },
    repair: {
      kind: 'boolean',
      summary: 'Restore what is missing or changed, then compare again',
    },
    output: fileFlag('Write the report as HTML to this file'),
    data: {
      kind: 'boolean',
      summary: 'With --output: also write the same as .csv and .json beside it',
    },
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator verify --migration last',
    'migrator verify --migration last --reread-source --output verification.html',
    'migrator verify --migration last --output verification.html --data',
    'migrator verify --migration last --repair',
  ],
  run: async (invocation) => (await import('./handler.ts')).runVerify(invocation),
});
