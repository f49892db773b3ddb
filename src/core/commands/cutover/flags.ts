import { paceOptions } from '../../options/pace.ts';
import type { CommandLine } from '../command-line.ts';
import {
  commonFlags,
  metricsFlag,
  neededMigration,
  publishFlag,
  repositoryFlags,
  rewriteFlag,
  waveFlag,
} from '../common-flags.ts';

/** The name and the flags of the command. */
export const cutoverLine = {
  name: 'cutover',
  flags: {
    ...neededMigration,
    dryRun: { kind: 'boolean', summary: 'Check and show the steps; writes nothing' },
    abort: {
      kind: 'boolean',
      summary: 'Unlock Bitbucket repositories whose GitHub repository is still closed',
    },
    reread: {
      kind: 'choice',
      choices: ['open', 'all'],
      summary: 'Pull requests to re-read after the lock (default: open; closed ones before it)',
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
    ...rewriteFlag,
    ...repositoryFlags,
    ...waveFlag,
    // Locking and opening have a number of their own.
    workers: { ...paceOptions.workers, summary: 'Repositories to sync in parallel (default: 4)' },
    yes: { kind: 'boolean', summary: 'Answer yes to the confirmation' },
    ...metricsFlag,
    ...commonFlags,
  },
} as const satisfies CommandLine;
