import { checkBaseUrl } from '../../kernel/base-url.ts';
import { readVariable, type Variables } from '../../kernel/environment.ts';
import { MigratorError } from '../../kernel/errors.ts';
import { readProxySettings } from '../../network/tls-proxy/proxy-settings.ts';
import {
  readSourceCredentials,
  sourceAddresses,
} from '../../ports/credentials/source-credentials.ts';
import { readTargetCredentials } from '../../ports/credentials/target-credentials.ts';

/** A setting that a command would refuse. */
export interface UnusableSetting {
  readonly message: string;
  readonly hint: string | null;
}

const addresses = ['VAULT_ADDR', 'MIGRATOR_LICENSE_SERVICE_URL', 'MIGRATOR_TELEMETRY_URL'];

/**
 * What the commands would refuse, in their words. That credentials are missing is none of it: whoever looks at settings
 * needs none. Pure.
 * @param variables with what migrator.yaml adds
 */
export function unusableSettings(variables: Variables): readonly UnusableSetting[] {
  const checks: (() => unknown)[] = [
    // Also where there are no credentials that would be sent there.
    () => sourceAddresses(variables),
    () => readSourceCredentials(variables, { usesGit: false }),
    () => readTargetCredentials(variables),
    ...addresses.map((name) => () => {
      const address = readVariable(variables, name);
      return address === null ? null : checkBaseUrl(address, name);
    }),
    () => readProxySettings(variables),
  ];
  const problems = checks.flatMap((check) => problemOf(check));
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}

function problemOf(check: () => unknown): readonly UnusableSetting[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof MigratorError)) throw error;
    return error.code === 'configuration' ? [{ message: error.message, hint: error.hint }] : [];
  }
}
