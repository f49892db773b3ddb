import { readVariable, type Variables } from '../../../kernel/environment.ts';
import type { FlagValues } from '../../flag.ts';
import type { secretsSyncFromVaultCommand } from '../../secrets-vault/from-vault-command.ts';
import type { secretsSyncToVaultCommand } from '../../secrets-vault/to-vault-command.ts';

/** All that both commands of the vault need. */
export interface VaultChoices {
  /** As the inventory has it. */
  readonly workspace: string;
  readonly project: string;
  readonly organization: string;
  readonly inventory: string;
  readonly manifest: string;
  /** Path of the configuration that was named. */
  readonly config: string | undefined;
}

type ToVaultFlags = Partial<FlagValues<typeof secretsSyncToVaultCommand.flags>>;
type FromVaultFlags = Partial<FlagValues<typeof secretsSyncFromVaultCommand.flags>>;

/** A vault is offered to whoever has one. Pure. */
export function hasVault(environment: Variables): boolean {
  return readVariable(environment, 'VAULT_ADDR') !== null;
}

/** The flags of `secrets sync-to-vault` that the choices come to; names are those that were listed. Pure. */
export function toVaultFlags({ workspace, project, inventory, config }: VaultChoices) {
  return {
    workspace,
    vaultProject: project,
    inventory,
    ...(config === undefined ? {} : { config }),
  } satisfies ToVaultFlags;
}

/** The same of `secrets sync-from-vault`; what is wanted is what the manifest holds. Pure. */
export function fromVaultFlags({ project, organization, manifest, config }: VaultChoices) {
  return {
    vaultProject: project,
    targetOrg: organization,
    manifest,
    ...(config === undefined ? {} : { config }),
  } satisfies FromVaultFlags;
}
