import { readVariable, type Variables } from '../kernel/environment.ts';
import { telemetrySettings } from '../telemetry/telemetry-settings.ts';
import { valueAt } from './config-keys.ts';
import type { Config } from './config-schema.ts';
import { withConfig } from './with-config.ts';

/** A key of migrator.yaml that decides where something goes. */
export interface FileHost {
  /** `target.api_url` */
  readonly key: string;
  readonly value: string;
}

interface HostKey {
  readonly key: string;
  /** Variables that win over it. */
  readonly over: readonly string[];
  /** The host that everybody uses. */
  readonly builtIn?: string;
}

const hostKeys: readonly HostKey[] = [
  {
    key: 'source.api_url',
    over: ['SRC_API_URL', 'SRC_DATA_CENTER_URL'],
    builtIn: 'https://api.bitbucket.org',
  },
  {
    key: 'source.git_url',
    over: ['SRC_GIT_URL', 'SRC_DATA_CENTER_URL'],
    builtIn: 'https://bitbucket.org',
  },
  { key: 'source.data_center_url', over: ['SRC_DATA_CENTER_URL'] },
  {
    key: 'target.api_url',
    over: ['DST_API_URL', 'DST_ENTERPRISE_URL'],
    builtIn: 'https://api.github.com',
  },
  {
    key: 'target.git_url',
    over: ['DST_GIT_URL', 'DST_ENTERPRISE_URL'],
    builtIn: 'https://github.com',
  },
  {
    key: 'target.enterprise_url',
    over: ['DST_API_URL', 'DST_GIT_URL', 'DST_ENTERPRISE_URL'],
    builtIn: 'https://github.com',
  },
  { key: 'state.url', over: ['MIGRATOR_DATABASE_URL'] },
  { key: 'license.service_url', over: ['MIGRATOR_LICENSE_SERVICE_URL'] },
  { key: 'telemetry.endpoint', over: ['MIGRATOR_TELEMETRY_URL'] },
];

/** Tells whether a key decides where something goes. Pure. */
export function isHostKey(name: string): boolean {
  return hostKeys.some(({ key }) => key === name);
}

/** The host in the form that requests use (punycode), so that a look-alike letter is seen. Pure. */
export function hostOf({ value }: FileHost): string {
  return URL.parse(value)?.host ?? value;
}

/** The hosts other than the built-in ones that the file names, and nothing in the environment. Pure. */
export function fileHosts(environment: Variables, config: Config): readonly FileHost[] {
  const sendsTelemetry = telemetrySettings(withConfig(environment, config), config).isOn;
  return hostKeys.flatMap(({ key, over, builtIn }) => {
    const value = valueAt(config, key);
    if (typeof value !== 'string') return [];
    if (over.some((variable) => readVariable(environment, variable) !== null)) return [];
    if (key === 'telemetry.endpoint' && !sendsTelemetry) return [];
    if (builtIn !== undefined && URL.parse(value)?.origin === builtIn) return [];
    return [{ key, value }];
  });
}
