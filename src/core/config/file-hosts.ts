import { domainToASCII } from 'node:url';
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
  { key: 'notify.webhook', over: ['MIGRATOR_NOTIFY_WEBHOOK'] },
  { key: 'telemetry.endpoint', over: ['MIGRATOR_TELEMETRY_URL'] },
];

/** Tells whether a key decides where something goes. Pure. */
export function isHostKey(name: string): boolean {
  return hostKeys.some(({ key }) => key === name);
}

/** The host in the form that requests use (punycode), so that a look-alike letter is seen. Pure. */
export function hostOf({ key, value }: FileHost): string {
  return key === 'state.url' ? databaseHost(value) : (URL.parse(value)?.host ?? value);
}

/** Names the file of authorities as well: whoever chooses that can pose as the host. */
function databaseHost(value: string): string {
  const url = URL.parse(value);
  // PostgreSQL's addresses of sockets name no host, and are no others' addresses.
  const found = url ?? URL.parse(value.replace(/@(?=[:/])/, '@localhost'));
  const folder = found?.searchParams.get('host') ?? null;
  const host = folder ?? inAscii(url?.hostname ?? '');
  const port = folder === null && url?.port ? `:${url.port}` : '';
  const authority = found?.searchParams.get('sslrootcert') ?? null;
  const trusted = authority === null ? '' : ` (certificates from ${authority})`;
  return `${host || 'no host'}${port}${trusted}`;
}

/** Addresses of databases keep other letters as percent signs. */
function inAscii(hostname: string): string {
  try {
    return domainToASCII(decodeURIComponent(hostname)) || hostname;
  } catch {
    return hostname;
  }
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
