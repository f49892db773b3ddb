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
  summary: 'Create an empty vault entry for every variable in a workspace',
  description: [
    'One entry per name, for you to fill in. Never overwrites existing entries.',
    "With --through-pipeline, Bitbucket's pipelines write the values directly to the vault; asks first.",
    "Set VAULT_ADDR and VAULT_TOKEN (VAULT_NAMESPACE, VAULT_CACERT); vault.mount is the secrets engine's path.",
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
      'Read the names from this inventory (discover --include-secrets) instead of Bitbucket',
      '.json',
    ),
    ...repositoryFlags,
    fresh: {
      kind: 'boolean',
      summary: 'Ignore the results of an interrupted run and read everything again',
    },
    throughPipeline: {
      kind: 'boolean',
      summary: "Let the workspace's pipelines write the values, through a temporary branch",
    },
    runsOn: {
      kind: 'strings',
      value: 'label',
      summary: 'With --through-pipeline: run on self-hosted runners with this label; repeatable',
    },
    runnerVaultAddr: {
      kind: 'string',
      value: 'address',
      summary: "With --through-pipeline: the vault's address for these runners",
    },
    yes: { kind: 'boolean', summary: 'With --through-pipeline: answer yes to the confirmation' },
    dryRun: { kind: 'boolean', summary: 'Show the objects to create; writes nothing' },
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
  summary: 'Copy filled-in values from a vault to GitHub',
  description: [
    "Encrypts each value in memory with GitHub's public key, and never stores it.",
    'Replaces placeholders and values from an earlier run. Without --replace-existing, keeps values that other people set.',
  ],
  endsInOrder: true,
  flags: {
    ...vaultFlags,
    ...targetOrgFlag,
    manifest: fileFlag('Only the secrets in this manifest, under its names (default: all entries)'),
    ...planFlag,
    replaceExisting: {
      kind: 'boolean',
      summary: 'Also replace secrets that other people set',
    },
    dryRun: { kind: 'boolean', summary: 'Show the secrets to write; reads no values' },
    ...commonFlags,
  },
  examples: [
    'migrator secrets sync-from-vault --vault-project acme --target-org acme',
    'migrator secrets sync-from-vault --vault-project acme --target-org acme --manifest secrets.yaml --dry-run',
  ],
  run: async (invocation) => (await import('./from-vault-handler.ts')).runSyncFromVault(invocation),
});
