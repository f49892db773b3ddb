import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { manifestFlags } from '../secrets-flags.ts';

export const secretsScaffoldCommand = defineCommand({
  name: 'secrets scaffold',
  summary: 'Make the secrets of a manifest on the target, each with a placeholder',
  description: [
    'Makes environments and secrets that are not there yet, and touches none that is. No value is read or sent: each',
    'secret holds a text that says that it is a placeholder, and the checklist says where people fill in the values.',
    'DST_TOKEN needs the scope repo, and admin:org for secrets of the organization. Run it again after an interruption.',
  ],
  endsInOrder: true,
  flags: {
    ...manifestFlags,
    dryRun: { kind: 'boolean', summary: 'Say what would be made, and write nothing' },
    ...commonFlags,
  },
  examples: [
    'migrator secrets scaffold --manifest secrets.yaml --target-org acme --dry-run',
    'migrator secrets scaffold --manifest secrets.yaml --target-org acme --output checklist.md',
  ],
  async run({ flags, program }) {
    const { runScaffold } = await import('./scaffold-handler.ts');
    return runScaffold({ flags, program });
  },
});
