import { defineCommand } from '../command.ts';
import { commonFlags, metricsFlag, migrationFlag } from '../common-flags.ts';

export const workerCommand = defineCommand({
  name: 'worker',
  summary: 'Work on migrations started on another machine',
  description: [
    'Joins `migrate`, `sync`, `verify`, `settings` and `secrets scaffold` runs in the same database, on any machine.',
    'Runs until Ctrl+C or SIGTERM, then finishes its current steps.',
  ],
  endsInOrder: true,
  flags: {
    migration: migrationFlag('Only this migration (default: any running one)'),
    max: {
      kind: 'integer',
      value: 'n',
      minimum: 1,
      maximum: 32,
      summary: 'Repositories to process in parallel (default: 4)',
    },
    only: {
      kind: 'strings',
      value: 'wave',
      summary: 'Only repositories in this wave of the plan; repeatable',
    },
    health: {
      kind: 'boolean',
      summary: 'Check whether a worker is running on this machine: exit code 0 or 1',
    },
    ...metricsFlag,
    ...commonFlags,
  },
  examples: [
    'migrator worker',
    'migrator worker --max 2 --only 1 --only 2',
    'migrator worker --health',
  ],
  run: async (invocation) => (await import('./handler.ts')).runWorker(invocation),
});
