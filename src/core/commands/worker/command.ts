import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

export const workerCommand = defineCommand({
  name: 'worker',
  summary: 'Work on migrations that another machine has started',
  description: [
    'Joins `migrate`, `sync`, `verify`, `settings` and `secrets scaffold` of the same database, on any machine.',
    'Takes repositories one by one, and works until it is ended: Ctrl+C or SIGTERM after the current steps.',
  ],
  endsInOrder: true,
  flags: {
    migration: {
      kind: 'string',
      value: 'id',
      summary: 'Only this migration (default: any that is run)',
    },
    max: {
      kind: 'integer',
      value: 'n',
      minimum: 1,
      maximum: 32,
      summary: 'Repositories at the same time (default: 4)',
    },
    only: {
      kind: 'strings',
      value: 'wave',
      summary: 'Only repositories of this wave of the plan; repeatable',
    },
    health: {
      kind: 'boolean',
      summary: 'Whether a worker of this machine is alive: exit code 0 or 1',
    },
    ...commonFlags,
  },
  examples: [
    'migrator worker',
    'migrator worker --max 2 --only 1 --only 2',
    'migrator worker --health',
  ],
  run: async (invocation) => (await import('./handler.ts')).runWorker(invocation),
});
