import type { Config } from '../config/config-schema.ts';
import { readVariable, type Variables } from '../kernel/environment.ts';
import { pushesMetrics } from '../metrics/metrics-settings.ts';
import { findProxy, readProxySettings } from '../network/tls-proxy/proxy-settings.ts';
import { noticeSettings } from '../notices/notice-settings.ts';
import { sourceAddresses } from '../ports/credentials/source-addresses.ts';
import { targetAddresses } from '../ports/credentials/target-credentials.ts';
import { readDatabaseAddress } from '../state/postgresql/connection/database-address.ts';
import { telemetrySettings } from '../telemetry/telemetry-settings.ts';

/** An address that the program would contact, for the rules of a firewall. */
export interface ContactedAddress {
  /** Name or IP address; `null`: a host names it while the program runs. */
  readonly host: string | null;
  readonly port: number | null;
  readonly protocol: 'https' | 'http' | 'postgresql' | 'socket';
  readonly purpose: string;
  /** Host and port of the proxy that is used; `null`: none. */
  readonly proxy: string | null;
}

/**
 * Lists every address that these settings lead to, each with what it is for. Contacts none. Pure.
 * @param variables with what migrator.yaml adds
 * @throws `configuration` where an address cannot be used
 */
export function contactedAddresses(
  variables: Variables,
  config: Config,
): readonly ContactedAddress[] {
  const proxies = readProxySettings(variables);
  const web = (address: string, purpose: string): ContactedAddress => {
    const url = new URL(address);
    const proxy = findProxy(proxies, url);
    return { ...placeOf(url), purpose, proxy: proxy === null ? null : proxyText(proxy) };
  };
  const known = [
    ...hostAddresses(variables).map(([address, purpose]) => web(address, purpose)),
    ...otherAddresses(variables, config).map(([address, purpose]) => web(address, purpose)),
    // It knows no proxy.
    ...collectorAddress(variables),
    ...databaseAddress(variables),
  ];
  const proxied = new Set(known.flatMap(({ proxy }) => proxy ?? []));
  const ownProxies = [proxies.http, proxies.https]
    .filter((address) => address !== '')
    .map((address) => new URL(address))
    .filter((url) => proxied.has(proxyText(url)))
    .map((url) => ({ ...placeOf(url), purpose: 'proxy', proxy: null }));
  return merged([...known, ...ownProxies, ...lfsAddresses]);
}

type Named = readonly [address: string, purpose: string];

function hostAddresses(variables: Variables): readonly Named[] {
  const source = sourceAddresses(variables);
  const target = targetAddresses(variables);
  return [
    [source.apiUrl, 'Bitbucket API'],
    [source.gitUrl, 'Bitbucket Git and LFS'],
    [target.apiUrl, 'GitHub API'],
    [target.gitUrl, 'GitHub Git and LFS'],
    ...(target.uploadsUrl === null
      ? []
      : [[target.uploadsUrl, 'archives for the importer (--engine archive)'] as const]),
  ];
}

function otherAddresses(variables: Variables, config: Config): readonly Named[] {
  const vault = readVariable(variables, 'VAULT_ADDR');
  const licenses = readVariable(variables, 'MIGRATOR_LICENSE_SERVICE_URL');
  const telemetry = telemetrySettings(variables, config);
  const notices = noticeSettings(variables, config);
  return [
    ...(vault === null ? [] : [[vault, 'vault (secrets commands)'] as const]),
    ...(licenses === null ? [] : [[licenses, 'license service (license register)'] as const]),
    ...(telemetry.isOn ? [[telemetry.endpoint, 'telemetry'] as const] : []),
    ...(notices === null ? [] : [[notices.url.origin, 'notices'] as const]),
  ];
}

function collectorAddress(variables: Variables): readonly ContactedAddress[] {
  const address =
    readVariable(variables, 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT') ??
    readVariable(variables, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const url = pushesMetrics(variables) && address !== null ? URL.parse(address) : null;
  return url === null ? [] : [{ ...placeOf(url), purpose: 'metrics (OTLP)', proxy: null }];
}

function databaseAddress(variables: Variables): readonly ContactedAddress[] {
  const address = readVariable(variables, 'MIGRATOR_DATABASE_URL');
  if (address === null || address === 'none') return [];
  const { host, port } = readDatabaseAddress(address, variables);
  const isSocket = host.startsWith('/');
  const protocol = isSocket ? 'socket' : 'postgresql';
  return [{ host, port: isSocket ? null : port, protocol, purpose: 'state', proxy: null }];
}

/** Both hosts tell git-lfs where objects are stored, which may be another host. */
const lfsAddresses: readonly ContactedAddress[] = ['Bitbucket', 'GitHub'].map((service) => ({
  ...{ host: null, port: 443, protocol: 'https', proxy: null },
  purpose: `LFS storage, at the address that ${service} gives`,
}));

function placeOf({ protocol, hostname, port }: URL) {
  const isSecure = protocol === 'https:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    protocol: isSecure ? ('https' as const) : ('http' as const),
  };
}

function proxyText(url: URL): string {
  const { host, port } = placeOf(url);
  return `${host}:${port}`;
}

/** One row for each place, with all that it is for. */
function merged(all: readonly ContactedAddress[]): readonly ContactedAddress[] {
  const groups = Map.groupBy(all, ({ host, port, protocol, purpose }) =>
    host === null ? purpose : `${protocol} ${host} ${port}`,
  );
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const purposes = new Set([first, ...more].map(({ purpose }) => purpose));
    return [{ ...first, purpose: [...purposes].join(', ') }];
  });
}
