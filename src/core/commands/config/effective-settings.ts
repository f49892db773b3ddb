import { configKeys, valueAt } from '../../config/config-keys.ts';
import type { Config } from '../../config/config-schema.ts';
import { withConfig } from '../../config/with-config.ts';
import { readVariable, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { maskedAddress } from '../../kernel/format/masked-address.ts';
import { sourceAddresses } from '../../ports/credentials/source-addresses.ts';
import { namesOf } from '../../ports/credentials/source-tokens.ts';
import { targetAddresses } from '../../ports/credentials/target-credentials.ts';

interface EffectiveSetting {
  readonly name: string;
  readonly value: string;
  /** A variable's name, the file, or `default`. */
  readonly from: string;
}

interface SecretPresence {
  readonly name: string;
  readonly isPresent: boolean;
}

/** Variables without a key in the file whose values may be shown. */
const shownVariables = [
  'SRC_USERNAME',
  'VAULT_ADDR',
  'VAULT_NAMESPACE',
  'VAULT_CACERT',
  'MIGRATOR_STATE_DIR',
  'MIGRATOR_MARKER_KEY_FILE',
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
  'MIGRATOR_NOTIFY_SECRET',
  'PGPASSWORD',
  // Their addresses may hold a password.
  'HTTPS_PROXY',
  'HTTP_PROXY',
];

/**
 * Every key of migrator.yaml with its effective value, then the variables that are set. Derived addresses have the origin of
 * the setting that they derive from. Pure.
 * @param file of the configuration
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
    const shown = path === 'notify.webhook' ? maskedAddress : withoutPassword;
    if (said !== null && variable !== null)
      return { name: path, value: shown(said), from: variable };
    const value = valueAt(config, path);
    return value === undefined
      ? { name: path, value: defaultText, from: 'default' }
      : { name: path, value: shown(String(value)), from: file };
  });
  const others = shownVariables.flatMap((name): EffectiveSetting[] => {
    const value = readVariable(environment, name);
    return value === null ? [] : [{ name, value: withoutPassword(value), from: 'environment' }];
  });
  return [...keys, ...others];
}

/** Pure. */
export function secretPresence(environment: Variables): readonly SecretPresence[] {
  return secretVariables.flatMap((name) => {
    const isSet = (one: string) => readVariable(environment, one) !== null;
    const numbered = namesOf(environment, name).filter((one) => one !== name);
    return [
      { name, isPresent: [name, name.toLowerCase()].some(isSet) },
      ...numbered.map((one) => ({ name: one, isPresent: true })),
    ];
  });
}

/** Hides user name, password and query of an address. A password may contain any character, so it ends at the last @. */
function withoutPassword(text: string): string {
  const scheme = /^\s*[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? '';
  const at = text.lastIndexOf('@');
  const isAddress = text.slice(0, Math.max(0, at)).includes(':');
  const rest = isAddress ? `[redacted]${text.slice(at)}` : text.slice(scheme.length);
  const query = scheme === '' ? -1 : rest.search(/[?#]/);
  return query === -1 ? `${scheme}${rest}` : `${scheme}${rest.slice(0, query + 1)}[redacted]`;
}

/** An address derived from another setting. */
interface DerivedAddress {
  readonly value: string;
  /** Its origin. */
  readonly variable: string;
}

/**
 * The addresses of a Data Center or an Enterprise Server, by the path of their key. Invalid settings have none. Pure.
 * @param variables including those of migrator.yaml
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
    if (!(error instanceof MigratorError)) throw error;
    return {};
  }
}
