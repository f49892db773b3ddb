import { defineCommand } from '../command.ts';
import {
  commonFlags,
  fileFlag,
  planFlag,
  repositoryFlags,
  targetOrgFlag,
  vaultFlags,
} from '../common-flags.ts';

export const secretsSyncToVaultCommand = defineCommand({
  name: 'secrets sync-to-vault',
  summary: 'Make an empty entry in a vault for every variable of a workspace',
  description: [
    'One entry for every name, which people then fill in. What is in the vault already is never overwritten.',
    'With --through-pipeline the values too, without passing through here: what it does is shown, and has to be confirmed.',
    'The vault is named by VAULT_ADDR and VAULT_TOKEN (VAULT_NAMESPACE, VAULT_CACERT), its engine by vault.mount.',
  ],
  endsInOrder: true,
  flags: {
    workspace: {
      kind: 'string',
      value: 'name',
      required: true,
      summary: 'The workspace, as in its address, or its UUID in braces',
    },
    ...vaultFlags,
    inventory: fileFlag(
      'Take the names from this inventory (discover --include-secrets), and ask no source',
    ),
    ...repositoryFlags,
    fresh: { kind: 'boolean', summary: 'Read again what an interrupted run has read' },
    throughPipeline: {
      kind: 'boolean',
      summary: "Let the workspace's own pipelines write the values, by a temporary branch",
    },
    runsOn: {
      kind: 'strings',
      value: 'label',
      summary: 'With --through-pipeline: on self-hosted runners with this label; repeatable',
    },
    runnerVaultAddr: {
      kind: 'string',
      value: 'address',
      summary: 'With --through-pipeline: the vault as those runners reach it',
    },
    yes: { kind: 'boolean', summary: 'With --through-pipeline: confirm what would be asked' },
    dryRun: { kind: 'boolean', summary: 'Say what would be made, and write nothing' },
    ...commonFlags,
  },
  examples: [
    'migrator secrets sync-to-vault --workspace acme --vault-project acme',
    'migrator secrets sync-to-vault --workspace acme --vault-project acme --inventory inventory.json --dry-run',
    'migrator secrets sync-to-vault --workspace acme --vault-project acme --through-pipeline --dry-run',
  ],
  async run({ flags, program }) {
    const { runSyncToVault } = await import('./to-vault-handler.ts');
    return runSyncToVault({ flags, program });
  },
});

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
    ...targetOrgFlag,
    manifest: fileFlag(
      'Only what this manifest of secrets holds, by its names. Default: all entries',
    ),
    ...planFlag,
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
