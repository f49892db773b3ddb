import { defineCommand } from '../command.ts';
import { commonFlags, migrationFlag } from '../common-flags.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Show migrations and their progress',
  description: ['Reads only the state: safe while a migration runs; contacts no host.'],
  flags: {
    list: { kind: 'boolean', summary: 'List all migrations, newest last (default)' },
    migration: migrationFlag('Show one migration with its repositories'),
    repository: {
      kind: 'string',
      value: 'name',
      completes: 'repository',
      summary:
        "With --migration: one repository's steps and pull requests, with old and new numbers",
    },
    watch: {
      kind: 'boolean',
      summary: 'Watch a migration that another process is running (default: the newest)',
    },
    ...commonFlags,
  },
  examples: [
    'migrator status',
    'migrator status --migration last',
    'migrator status --watch',
    'migrator status --migration last --repository web-shop',
  ],
  run: async (invocation) => (await import('./handler.ts')).showStatus(invocation),
});
