import { configKeys, valueAt } from '../../config/config-keys.ts';
import type { Config } from '../../config/config-schema.ts';
import { withConfig } from '../../config/with-config.ts';
import { readVariable, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { sourceAddresses } from '../../ports/credentials/source-credentials.ts';
import { targetAddresses } from '../../ports/credentials/target-credentials.ts';

/** What holds for one key, and where it came from. */
interface EffectiveSetting {
  readonly name: string;
  readonly value: string;
  /** A variable's name, the file, or `default`. */
  readonly from: string;
}

/** Of a secret only whether it is there. */
interface SecretPresence {
  readonly name: string;
  readonly isPresent: boolean;
}

/** Variables without a key in the file, whose value may be shown. */
const shownVariables = [
  'SRC_USERNAME',
  'VAULT_ADDR',
  'VAULT_NAMESPACE',
  'VAULT_CACERT',
  'MIGRATOR_STATE_DIR',
  'MIGRATOR_LICENSE_PUBLIC_KEY',
  'MIGRATOR_TELEMETRY',
  'DO_NOT_TRACK',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
];

const secretVariables = [
  'SRC_API_TOKEN',
  'SRC_APP_PASSWORD',
  'SRC_ACCESS_TOKEN',
  'SRC_TOKEN',
  'DST_TOKEN',
  'VAULT_TOKEN',
  'MIGRATOR_LICENSE',
  // Their addresses may hold a password.
  'HTTPS_PROXY',
  'HTTP_PROXY',
];

/**
 * Every key of migrator.yaml with the value that holds, then the variables that are set. Addresses of hosts that follow from
 * another one are shown as they are used, with the origin of that. Pure.
 * @param file as it was named; `migrator.yaml` where it was not
 */
export function effectiveSettings(
  environment: Variables,
  config: Config,
  file: string,
): readonly EffectiveSetting[] {
  const derived = derivedAddresses(withConfig(environment, config));
  const keys = configKeys().map(({ path, variable, defaultText }): EffectiveSetting => {
    const from = (name: string) => (readVariable(environment, name) === null ? file : name);
    const address = derived.get(path);
    if (address !== undefined)
      return { name: path, value: withoutPassword(address.value), from: from(address.variable) };
    const said = variable === null ? null : readVariable(environment, variable);
    if (said !== null && variable !== null)
      return { name: path, value: withoutPassword(said), from: variable };
    const value = valueAt(config, path);
    return value === undefined
      ? { name: path, value: defaultText, from: 'default' }
      : { name: path, value: withoutPassword(String(value)), from: file };
  });
  const others = shownVariables.flatMap((name): EffectiveSetting[] => {
    const value = readVariable(environment, name);
    return value === null ? [] : [{ name, value: withoutPassword(value), from: 'environment' }];
  });
  return [...keys, ...others];
}

/** Pure. */
export function secretPresence(environment: Variables): readonly SecretPresence[] {
  return secretVariables.map((name) => ({
    name,
    isPresent: [name, name.toLowerCase()].some((one) => readVariable(environment, one) !== null),
  }));
}

/**
 * An address that was given with a user name, a password or a query is wrong, but what it holds of them is not shown all
 * the same. A password may hold any character, so that all counts as one up to the last @.
 */
function withoutPassword(text: string): string {
  const scheme = /^\s*[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? '';
  const at = text.lastIndexOf('@');
  const isAddress = text.slice(0, Math.max(0, at)).includes(':');
  const rest = isAddress ? `[redacted]${text.slice(at)}` : text.slice(scheme.length);
  const query = scheme === '' ? -1 : rest.search(/[?#]/);
  return query === -1 ? `${scheme}${rest}` : `${scheme}${rest.slice(0, query + 1)}[redacted]`;
}

/** An address that follows from another setting. */
interface DerivedAddress {
  readonly value: string;
  /** That it follows from. */
  readonly variable: string;
}

/**
 * Where the hosts are when a Data Center or an Enterprise Server was named, by the path of the key that would say it
 * otherwise: read as the hosts themselves are. What cannot be used leads nowhere. Pure.
 * @param variables with what migrator.yaml adds
 */
function derivedAddresses(variables: Variables): ReadonlyMap<string, DerivedAddress> {
  const derived = new Map<string, DerivedAddress>();
  if (readVariable(variables, 'SRC_DATA_CENTER_URL') !== null) {
    const { apiUrl, gitUrl } = readable(() => sourceAddresses(variables));
    set('source.api_url', apiUrl, 'SRC_DATA_CENTER_URL');
    set('source.git_url', gitUrl, 'SRC_DATA_CENTER_URL');
  }
  if (readVariable(variables, 'DST_ENTERPRISE_URL') !== null) {
    const { apiUrl, gitUrl } = readable(() => targetAddresses(variables));
    if (readVariable(variables, 'DST_API_URL') === null)
      set('target.api_url', apiUrl, 'DST_ENTERPRISE_URL');
    if (readVariable(variables, 'DST_GIT_URL') === null)
      set('target.git_url', gitUrl, 'DST_ENTERPRISE_URL');
  }
  return derived;

  function set(path: string, value: string | undefined, variable: string): void {
    if (value !== undefined) derived.set(path, { value, variable });
  }
}

type Addresses = Partial<Record<'apiUrl' | 'gitUrl', string>>;

function readable(read: () => Addresses): Addresses {
  try {
    return read();
  } catch (error) {
    if (error instanceof MigratorError) return {};
    throw error;
  }
}
