import { paceOptions } from '../../options/pace.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, publishFlag, repositoryFlags, waveFlag } from '../common-flags.ts';

export const cutoverCommand = defineCommand({
  name: 'cutover',
  summary: 'Lock Bitbucket, sync a last time, and open GitHub',
  description: [
    'Checks both sides, asks, then locks each source and proves that a push is refused.',
    'Syncs until both sides are equal, applies the settings in the plan, verifies, and opens the targets.',
    'Stopped or failed, it continues where it was when run again.',
    '--abort removes from the sources what it added there, and nothing else.',
  ],
  endsInOrder: true,
  flags: {
    migration: { kind: 'string', value: 'id', required: true, summary: 'Migration id' },
    dryRun: { kind: 'boolean', summary: 'Check and show what would be done; writes nothing' },
    abort: { kind: 'boolean', summary: 'Unlock the sources again, as long as targets are closed' },
    reread: {
      kind: 'choice',
      choices: ['open', 'all'],
      summary: 'Pull requests that the last sync reads whole: open ones (the default) or all',
    },
    announce: {
      kind: 'boolean',
      summary: 'At the end, comment on open pull requests of the sources where they continue',
    },
    acceptExcepted: {
      kind: 'boolean',
      summary: "Accept that people exempt from Data Center's branch permissions can still push",
    },
    ...publishFlag,
    ...repositoryFlags,
    ...waveFlag,
    workers: paceOptions.workers,
    yes: { kind: 'boolean', summary: 'Answer yes to the confirmation' },
    ...commonFlags,
  },
  examples: [
    'migrator cutover --migration mig_m4xk2p9qa7c1 --dry-run',
    'migrator cutover --migration mig_m4xk2p9qa7c1',
    'migrator cutover --migration mig_m4xk2p9qa7c1 --wave 2 --announce',
    'migrator cutover --migration mig_m4xk2p9qa7c1 --abort',
  ],
  run: async (invocation) => (await import('./handler.ts')).runCutover(invocation),
});
