import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag, neededMigration } from '../common-flags.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Compare what was migrated with what the target has now',
  description: [
    'Compares refs, LFS objects, settings, pull requests, reviews and comments with what migrate recorded.',
    'Reads only the target, in bulk for each repository.',
    'Lists expected differences separately; exits with code 6 if there are real ones.',
    "Writes nothing without --repair, which restores what is missing and never overwrites other people's changes.",
  ],
  endsInOrder: true,
  flags: {
    ...neededMigration,
    rereadSource: {
      kind: 'boolean',
      summary: 'Also re-read the source and report what has changed there since the migration',
    },
    repair: {
      kind: 'boolean',
      summary: 'Restore what is missing or changed, then compare again',
    },
    output: fileFlag('Write the report as HTML to this file'),
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator verify --migration last',
    'migrator verify --migration last --reread-source --output verification.html',
    'migrator verify --migration last --repair',
  ],
  run: async (invocation) => (await import('./handler.ts')).runVerify(invocation),
});
