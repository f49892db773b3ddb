import { defineCommand } from '../command.ts';
import { commonFlags } from '../common-flags.ts';
import { vaultFlags } from '../vault-flags.ts';

export const secretsSyncFromVaultCommand = defineCommand({
  name: 'secrets sync-from-vault',
  summary: 'Bring the values that people have filled in from a vault to the target',
  description: [
    'Each value is sealed in memory with the key of the place that it is for, and is kept nowhere.',
    'Placeholders and values of an earlier run are replaced; what anybody else has set stays without --replace-existing.',
  ],
  endsInOrder: true,
  flags: {
    ...vaultFlags,
    targetOrg: {
      kind: 'string',
      value: 'name',
      required: true,
      summary: 'The organization on the target',
    },
    manifest: {
      kind: 'string',
      value: 'file',
      completes: 'file',
      summary: 'Only what this manifest of secrets holds, by its names. Default: all entries',
    },
    plan: {
      kind: 'string',
      value: 'file',
      completes: 'file',
      summary: "Only this plan's repositories, by the names that they have there",
    },
    replaceExisting: {
      kind: 'boolean',
      summary: 'Replace secrets that somebody else has set, too',
    },
    dryRun: { kind: 'boolean', summary: 'Say what would be written; no value is read' },
    ...commonFlags,
  },
  examples: [
    'migrator secrets sync-from-vault --vault-project acme --target-org acme',
    'migrator secrets sync-from-vault --vault-project acme --target-org acme --manifest secrets.yaml --dry-run',
  ],
  async run({ flags, program }) {
    const { runSyncFromVault } = await import('./from-vault-handler.ts');
    return runSyncFromVault({ flags, program });
  },
});
