import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag } from '../common-flags.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Compare what a migration has brought with what the target has now',
  description: [
    'Compares refs, LFS objects, settings, pull requests, reviews and comments with what was noted while migrating.',
    'Asks the target alone, by lists over whole repositories.',
    'What differs because it cannot be otherwise is told apart from defects, with which it ends with code 6.',
    'Writes nothing, but with --repair: then what is missing is brought again, and nothing of others is replaced.',
  ],
  endsInOrder: true,
  flags: {
    migration: { kind: 'string', value: 'id', required: true, summary: 'The migration' },
    rereadSource: {
      kind: 'boolean',
      summary: 'Read the source again as well, and tell what has changed there since',
    },
    repair: {
      kind: 'boolean',
      summary: 'Bring what is missing again, and set back what was changed; then compare once more',
    },
    output: fileFlag('Write the report as a web page to this file'),
    ...forceFlag,
    ...commonFlags,
  },
  examples: [
    'migrator verify --migration mig_m4xk2p9qa7c1',
    'migrator verify --migration mig_m4xk2p9qa7c1 --reread-source --output verification.html',
    'migrator verify --migration mig_m4xk2p9qa7c1 --repair',
  ],
  async run({ flags, program }) {
    const { runVerify } = await import('./handler.ts');
    return runVerify({ flags, program });
  },
});
