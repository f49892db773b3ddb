import { readVariable, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { sourceAddresses } from '../../ports/credentials/source-credentials.ts';
import { targetAddresses } from '../../ports/credentials/target-credentials.ts';

/** An address that follows from another setting. */
export interface DerivedAddress {
  readonly value: string;
  /** That it follows from. */
  readonly variable: string;
}

/**
 * Where the hosts are when a Data Center or an Enterprise Server was named, by the path of the key that would say it
 * otherwise: read as the hosts themselves are. What cannot be used leads nowhere. Pure.
 * @param variables with what migrator.yaml adds
 */
export function derivedAddresses(variables: Variables): ReadonlyMap<string, DerivedAddress> {
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
