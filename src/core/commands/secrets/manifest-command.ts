import { exitCodes } from '../../kernel/exit-codes.ts';
import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { forceFlag } from '../force-flag.ts';

export const secretsManifestCommand = defineCommand({
  name: 'secrets manifest',
  summary: 'List all secrets to be made on the target, in a file that people edit',
  description: [
    'Reads an inventory that was made with --include-secrets, and asks no host. Names alone: a value is nowhere.',
    'Names that GitHub does not take are changed, and each change is told. The same inventory always gives the same file.',
  ],
  flags: {
    inventory: {
      kind: 'string',
      value: 'file',
      completes: 'file',
      required: true,
      summary: 'What discover --include-secrets has written',
    },
    output: {
      kind: 'string',
      value: 'file',
      completes: 'file',
      summary: 'Write the manifest here instead of standard output',
    },
    merge: {
      kind: 'boolean',
      summary: 'Add what is new to the file of --output, and keep all in it',
    },
    ...forceFlag,
    plan: {
      kind: 'string',
      value: 'file',
      completes: 'file',
      summary: "Only this plan's repositories, by the names that they have there",
    },
    workspaceVariables: {
      kind: 'choice',
      choices: ['organization', 'repositories'],
      summary: 'Secrets of the organization (default), or copies for each',
    },
    organizationVisibility: {
      kind: 'choice',
      choices: ['all', 'private', 'selected'],
      summary: 'Who may use them in the organization. Default: as on the source',
    },
    ...commonFlags,
  },
  examples: [
    'migrator secrets manifest --inventory inventory.json --output secrets.yaml',
    'migrator secrets manifest --inventory inventory.json --output secrets.yaml --merge',
  ],
  async run({ flags, program }) {
    const { runManifest } = await import('./manifest-handler.ts');
    await runManifest({ flags, program });
    return exitCodes.done;
  },
});
