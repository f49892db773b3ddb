import { exitCodes } from '../../kernel/exit-codes.ts';
import { defineCommand } from '../command.ts';
import { commonFlags, fileFlag, forceFlag, manifestFlags, planFlag } from '../common-flags.ts';

export const secretsManifestCommand = defineCommand({
  name: 'secrets manifest',
  summary: 'Write a manifest of all secrets to create on GitHub',
  description: [
    'Reads an inventory written with --include-secrets; contacts no host. The manifest has names, never values.',
    'Adapts names that GitHub does not accept, and reports them. The same inventory always gives the same file.',
  ],
  flags: {
    inventory: {
      ...fileFlag('Inventory written by discover --include-secrets', '.json'),
      required: true,
    },
    output: fileFlag('Write the manifest to this file instead of standard output'),
    merge: {
      kind: 'boolean',
      summary: 'Add new secrets to the file in --output; keeps everything in it',
    },
    ...forceFlag,
    ...planFlag,
    workspaceVariables: {
      kind: 'choice',
      choices: ['organization', 'repositories'],
      summary: 'Workspace variables as organization (default) or repository secrets',
    },
    organizationVisibility: {
      kind: 'choice',
      choices: ['all', 'private', 'selected'],
      summary: 'Who in the organization can use them (default: as on Bitbucket)',
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
  summary: 'Create the secrets in a manifest on GitHub, each with a placeholder',
  description: [
    'Creates missing environments and secrets; never changes existing ones. Reads and sends no values: each',
    'secret gets a placeholder value, and the checklist tells you where to fill in the values.',
    'DST_TOKEN needs the scope repo, and admin:org for organization secrets. Run it again after an interruption.',
  ],
  endsInOrder: true,
  flags: {
    ...manifestFlags,
    dryRun: { kind: 'boolean', summary: 'Show the objects to create; writes nothing' },
    ...commonFlags,
  },
  examples: [
    'migrator secrets scaffold --manifest secrets.yaml --target-org acme --dry-run',
    'migrator secrets scaffold --manifest secrets.yaml --target-org acme --output checklist.md',
  ],
  run: async (invocation) => (await import('./scaffold-handler.ts')).runScaffold(invocation),
});

export const secretsStatusCommand = defineCommand({
  name: 'secrets status',
  summary: 'Show which secrets in a manifest have a value, and which still have a placeholder',
  description: [
    'Secrets cannot be read back. migrator compares their change times with its own writes, recorded in the state',
    '(without a database, on the machine that ran scaffold). Writes nothing on GitHub.',
  ],
  endsInOrder: true,
  flags: { ...manifestFlags, ...commonFlags },
  examples: [
    'migrator secrets status --manifest secrets.yaml --target-org acme',
    'migrator secrets status --manifest secrets.yaml --target-org acme --output checklist.md',
  ],
  run: async (invocation) => (await import('./scaffold-handler.ts')).runSecretsStatus(invocation),
});

export const secretsCleanupCommand = defineCommand({
  name: 'secrets cleanup',
  summary: 'Clean up after an interrupted sync-to-vault --through-pipeline',
  description: [
    'Deletes runs, secured variables and the temporary branch on Bitbucket, and the token and policy in the vault.',
    'The next sync-to-vault does the same. Deletes only objects that migrator recorded before creating them.',
  ],
  endsInOrder: true,
  flags: { ...commonFlags },
  examples: ['migrator secrets cleanup'],
  run: async (invocation) => (await import('./cleanup-handler.ts')).runCleanup(invocation),
});
