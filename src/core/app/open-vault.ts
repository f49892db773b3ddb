import type { Config } from '../config/config-schema.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { HttpServices } from '../network/http/http-request.ts';
import type { Vault } from '../vault/open-vault.ts';
import { vaultNetwork } from './open-network.ts';

/**
 * The vault that the environment names, by a network of its own where it has an authority of its own. Loaded when it
 * is asked for.
 * @param options.onClose gets what closes it
 * @throws `credentials` or `configuration`, before any request
 */
export async function openVaultOf(options: {
  variables: Variables;
  config: Config;
  services: HttpServices;
  redactor: Redactor;
  onClose: (cleanUp: () => Promise<void>) => void;
}): Promise<Vault> {
  const { variables, config, services, redactor, onClose } = options;
  const { openVault } = await import('../vault/open-vault.ts');
  const { readVaultSettings } = await import('../vault/http/vault-settings.ts');
  const settings = readVaultSettings(variables, config.vault?.mount);
  redactor.add(settings.token);
  const { caFile } = settings;
  if (caFile === null) return openVault({ settings, services });
  const own = await vaultNetwork({ variables, config, caFile });
  onClose(() => own.close());
  return openVault({ settings, services: { ...services, network: own } });
}
