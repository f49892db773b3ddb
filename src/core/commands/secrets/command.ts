import { exitCodes } from '../../kernel/exit-codes.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag, manifestFlags, planFlag } from '../common-flags.ts';

export const secretsManifestCommand = defineCommand({
  name: 'secrets manifest',
  summary: 'List all secrets to be made on the target, in a file that people edit',
  description: [
    'Reads an inventory that was made with --include-secrets, and asks no host. Names alone: a value is nowhere.',
    'Names that GitHub does not take are changed, and each change is told. The same inventory always gives the same file.',
  ],
  flags: {
    inventory: { ...fileFlag('What discover --include-secrets has written'), required: true },
    output: fileFlag('Write the manifest here instead of standard output'),
    merge: {
      kind: 'boolean',
      summary: 'Add what is new to the file of --output, and keep all in it',
    },
    ...forceFlag,
    ...planFlag,
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
    const { runSecretsStatus } = await import('./scaffold-handler.ts');
    return runSecretsStatus({ flags, program });
  },
});

export const secretsCleanupCommand = defineCommand({
  name: 'secrets cleanup',
  summary: 'Take away what a killed sync-to-vault --through-pipeline has left',
  description: [
    'Runs, secured variables and the temporary branch on Bitbucket, the token and its policy in the vault.',
    'The next sync-to-vault does the same. What is taken away was written down before it was made; nothing else is touched.',
  ],
  endsInOrder: true,
  flags: { ...commonFlags },
  examples: ['migrator secrets cleanup'],
  async run({ flags, program }) {
    const { runCleanup } = await import('./cleanup-handler.ts');
    return runCleanup({ flags, program });
  },
});
