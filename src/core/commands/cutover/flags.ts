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
    abort: { kind: 'boolean', summary: 'Unlock Bitbucket again, if GitHub is not open yet' },
    reread: {
      kind: 'choice',
      choices: ['open', 'all'],
      summary:
        'Re-read open pull requests only, or all after the lock (default: closed ones before it)',
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
    workers: paceOptions.workers,
    yes: { kind: 'boolean', summary: 'Answer yes to the confirmation' },
    ...metricsFlag,
    ...commonFlags,
  },
} as const satisfies CommandLine;
