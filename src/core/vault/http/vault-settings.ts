import { checkBaseUrl } from '../../kernel/base-url.ts';
import { readVariable, readWord, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { quoteInput } from '../../kernel/format/shorten-input.ts';

/** Where the vault is and what opens it. */
export interface VaultSettings {
  /** Without a slash at its end. */
  readonly address: string;
  readonly token: string;
  /** Of Vault Enterprise and OpenBao; `null`: the root namespace. */
  readonly namespace: string | null;
  /** A file of certificates that are trusted for the vault in addition to all others. */
  readonly caFile: string | null;
  /** Where the key-value engine is mounted, without slashes at its ends. */
  readonly mount: string;
}

const defaultMount = 'secret';

/**
 * Reads VAULT_ADDR, VAULT_TOKEN, VAULT_NAMESPACE and VAULT_CACERT, as Vault's own tools do. Pure.
 * @param mount `vault.mount` of the configuration
 * @throws `credentials` without a token; `configuration` where something else is missing or malformed
 */
export function readVaultSettings(variables: Variables, mount = defaultMount): VaultSettings {
  const address = readVariable(variables, 'VAULT_ADDR');
  if (address === null) {
    throw new MigratorError('configuration', 'VAULT_ADDR is not set', {
      hint: 'Set it to the URL of the vault, for example https://vault.example.com:8200.',
    });
  }
  const base = checkBaseUrl(address, 'VAULT_ADDR');
  const token = readWord(variables, 'VAULT_TOKEN');
  if (token === null) {
    throw new MigratorError('credentials', 'VAULT_TOKEN is not set', {
      hint: 'Sign in with `vault login`, and set it to the output of `vault print token`.',
    });
  }
  const namespace = readVariable(variables, 'VAULT_NAMESPACE');
  return {
    address: base,
    token,
    namespace: namespace === null ? null : checkVaultPath(namespace, 'VAULT_NAMESPACE'),
    caFile: readVariable(variables, 'VAULT_CACERT'),
    mount: checkVaultPath(mount, 'vault.mount'),
  };
}

/**
 * A mount, namespace or project: names between slashes.
 * @returns it without slashes at its ends
 * @param setting the variable, key or option that it came from
 * @throws `configuration` or `usage` where it would lead elsewhere
 */
export function checkVaultPath(text: string, setting: string): string {
  const path = text.replace(/^\/+|\/+$/g, '');
  const isPath = path
    .split('/')
    .every((name) => /^[A-Za-z0-9._~@:=,-]{1,200}$/.test(name) && !/^\.{1,2}$/.test(name));
  if (isPath && path.length <= 512) return path;
  throw new MigratorError(
    setting.startsWith('--') ? 'usage' : 'configuration',
    `${setting} is not a valid vault path: ${quoteInput(text)}`,
    {
      hint: 'Use names with letters, digits, hyphens and similar characters, separated by slashes: team/project.',
    },
  );
}
