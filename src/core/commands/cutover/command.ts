import { paceOptions } from '../../options/pace.ts';
import { defineCommand } from '../command.ts';
import {
  commonFlags,
  metricsFlag,
  neededMigration,
  publishFlag,
  repositoryFlags,
  waveFlag,
} from '../common-flags.ts';

export const cutoverCommand = defineCommand({
  name: 'cutover',
  summary: 'Lock Bitbucket, run a final sync, and open GitHub',
  description: [
    'Checks both hosts and asks you to confirm. Then locks each Bitbucket repository, and tests the lock with a push.',
    'Syncs until both hosts match, applies the settings in the plan, verifies, and opens GitHub.',
    'If it stops or fails, run it again to continue.',
    '--abort removes exactly what the cut-over added on Bitbucket.',
  ],
  endsInOrder: true,
  flags: {
    ...neededMigration,
    dryRun: { kind: 'boolean', summary: 'Check and show the steps; writes nothing' },
    abort: { kind: 'boolean', summary: 'Unlock Bitbucket again, if GitHub is not open yet' },
    reread: {
      kind: 'choice',
      choices: ['open', 'all'],
      summary: 'Pull requests to re-read in the final sync: open ones (the default) or all',
    },
    announce: {
      kind: 'boolean',
      summary: 'At the end, comment on open Bitbucket pull requests with a link to GitHub',
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
    ...metricsFlag,
    ...commonFlags,
  },
  examples: [
    'migrator cutover --migration last --dry-run',
    'migrator cutover --migration last',
    'migrator cutover --migration last --wave 2 --announce',
    'migrator cutover --migration last --abort',
  ],
  run: async (invocation) => (await import('./handler.ts')).runCutover(invocation),
});
