import { paceOptions } from '../../options/pace.ts';
import type { Reread } from '../../replica/diff/pull-requests/changed-rows.ts';
import { defineCommand } from '../command.ts';
import {
  commonFlags,
  metricsFlag,
  neededMigration,
  notifyFlag,
  publishFlag,
  repositoryFlags,
  rewriteFlag,
  waveFlag,
} from '../common-flags.ts';

export const syncCommand = defineCommand({
  name: 'sync',
  summary: 'Migrate changes made on Bitbucket since the migration',
  description: [
    'Compares both sides of each migrated repository, and migrates new, changed and deleted data.',
    'Never overwrites changes made on GitHub; reports them as conflicts.',
    'Exit code 6: a repository failed, or a conflict was left for you to resolve.',
  ],
  endsInOrder: true,
  flags: {
    ...neededMigration,
    every: {
      kind: 'string',
      value: 'time',
      summary:
        'Repeat at this interval until interrupted: 90s, 30m, 2h; off stops it on all machines',
    },
    includeNew: {
      kind: 'boolean',
      summary: 'Also migrate new repositories in the workspace',
    },
    includeSecrets: {
      kind: 'boolean',
      summary: 'Also report the names of new and deleted pipeline variables',
    },
    includeSettings: {
      kind: 'boolean',
      summary: 'Also migrate changed permissions, rules and other settings, if the plan has them',
    },
    reread: {
      kind: 'choice',
      choices: ['changed', 'open', 'all'] satisfies readonly Reread[],
      summary: 'Pull requests to re-read: only changed ones, open ones too, or all',
    },
    ...publishFlag,
    ...rewriteFlag,
    ...repositoryFlags,
    ...waveFlag,
    workers: paceOptions.workers,
    notify: notifyFlag,
    ...metricsFlag,
    ...commonFlags,
  },
  examples: [
    'migrator sync --migration last',
    'migrator sync --migration last --every 30m',
    'migrator sync --migration last --include web-shop --json',
  ],
  run: async (invocation) => (await import('./handler.ts')).runSync(invocation),
});
