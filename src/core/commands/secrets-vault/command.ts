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
  summary: 'Create an empty entry in a vault for every variable of a workspace',
  description: [
    'One entry per name, which people then fill in. Never overwrites what the vault already has.',
    "With --through-pipeline Bitbucket's pipelines write the values directly to the vault; asks for confirmation.",
    'Set VAULT_ADDR and VAULT_TOKEN (VAULT_NAMESPACE, VAULT_CACERT); vault.mount names the secrets engine.',
  ],
  endsInOrder: true,
  flags: {
    workspace: {
      kind: 'string',
      value: 'name',
      required: true,
      summary: 'Workspace slug, or its UUID in braces',
    },
    ...vaultFlags,
    inventory: fileFlag(
      'Take the names from this inventory (discover --include-secrets) instead of the source',
    ),
    ...repositoryFlags,
    fresh: { kind: 'boolean', summary: 'Read again what an interrupted run already read' },
    throughPipeline: {
      kind: 'boolean',
      summary: "Let the workspace's pipelines write the values, through a temporary branch",
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
    yes: { kind: 'boolean', summary: 'With --through-pipeline: answer yes to the confirmation' },
    dryRun: { kind: 'boolean', summary: 'Show what would be created; writes nothing' },
    ...commonFlags,
  },
  examples: [
    'migrator secrets sync-to-vault --workspace acme --vault-project acme',
    'migrator secrets sync-to-vault --workspace acme --vault-project acme --inventory inventory.json --dry-run',
    'migrator secrets sync-to-vault --workspace acme --vault-project acme --through-pipeline --dry-run',
  ],
  run: async (invocation) => (await import('./to-vault-handler.ts')).runSyncToVault(invocation),
});

export const secretsSyncFromVaultCommand = defineCommand({
  name: 'secrets sync-from-vault',
  summary: 'Copy filled-in values from a vault to the target',
  description: [
    "Each value is encrypted in memory with the target's public key and stored nowhere else.",
    'Replaces placeholders and values of an earlier run; keeps values set by others unless --replace-existing is given.',
  ],
  endsInOrder: true,
  flags: {
    ...vaultFlags,
    ...targetOrgFlag,
    manifest: fileFlag('Only the secrets in this manifest, under its names (default: all entries)'),
    ...planFlag,
    replaceExisting: {
      kind: 'boolean',
      summary: 'Also replace secrets set by others',
    },
    dryRun: { kind: 'boolean', summary: 'Show what would be written; reads no value' },
    ...commonFlags,
  },
  examples: [
    'migrator secrets sync-from-vault --vault-project acme --target-org acme',
    'migrator secrets sync-from-vault --vault-project acme --target-org acme --manifest secrets.yaml --dry-run',
  ],
  run: async (invocation) => (await import('./from-vault-handler.ts')).runSyncFromVault(invocation),
});
