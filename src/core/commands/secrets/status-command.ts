import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { manifestFlags } from '../secrets-flags.ts';

export const secretsStatusCommand = defineCommand({
  name: 'secrets status',
  summary: 'Show which secrets of a manifest are filled in, and which hold a placeholder',
  description: [
    'Nobody can read a secret back: its times of change are compared with those of our own writes, which the state',
    'folder of the machine that ran scaffold keeps. Writes nothing on the target.',
  ],
  endsInOrder: true,
  flags: { ...manifestFlags, ...commonFlags },
  examples: [
    'migrator secrets status --manifest secrets.yaml --target-org acme',
    'migrator secrets status --manifest secrets.yaml --target-org acme --output checklist.md',
  ],
  async run({ flags, program }) {
    const { runSecretsStatus } = await import('./status-handler.ts');
    return runSecretsStatus({ flags, program });
  },
});
