import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Show migrations and how far they are',
  description: ['Reads the state alone: it may run while a migration does, and asks no host.'],
  flags: {
    list: { kind: 'boolean', summary: 'All migrations, the newest last' },
    migration: { kind: 'string', value: 'id', summary: 'One migration with its repositories' },
    repository: {
      kind: 'string',
      value: 'name',
      summary:
        'With --migration: the steps and pull requests of one repository, with old and new numbers',
    },
    watch: {
      kind: 'boolean',
      summary: 'With --migration: follow it, while another process runs it, until that ends',
    },
    ...commonFlags,
  },
  examples: [
    'migrator status --list',
    'migrator status --migration mig_m4xk2p9qa7c1',
    'migrator status --migration mig_m4xk2p9qa7c1 --watch',
    'migrator status --migration mig_m4xk2p9qa7c1 --repository web-shop',
  ],
  async run({ flags, program }) {
    const { showStatus } = await import('./handler.ts');
    return showStatus({ flags, program });
  },
});
