import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Forwarder } from '../../network/tls-proxy/forwarder.ts';
import type { Network } from '../../network/tls-proxy/network.ts';

/** How git reaches hosts on the user's network. */
export interface GitNetwork {
  /** Our own requests leave through it. */
  readonly requests: Pick<
    Network,
    'dispatcher' | 'connectTimeoutSeconds' | 'readTimeoutSeconds' | 'journal'
  >;
  /** Proxy that git and git-lfs go through; `null` where the network has none. */
  readonly forwarder: Pick<Forwarder, 'url' | 'watch'> | null;
  /** Writes a PEM file of all trusted authorities, once; `null`: git trusts the system's. */
  readonly authorities: (() => Promise<string>) | null;
  readonly connectTimeoutSeconds: number;
  readonly readTimeoutSeconds: number;
}

/** The names that bearerSettings() uses. */
const bearerVariables = ['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0'] as const;

/** The names that simple-git must let through; all values are ours. */
export const gitVariables = [
  ...bearerVariables,
  'GIT_ALLOW_PROTOCOL',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_DIR',
  'GIT_LFS_FORCE_PROGRESS',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'GIT_TERMINAL_PROMPT',
  'GIT_TRACE_PACKET',
] as const;

/** The whole environment of a git child: nothing of the user's but PATH and TMPDIR. */
export function gitEnvironment(options: {
  environment: Readonly<Record<string, string | undefined>>;
  /** A private folder, so that no file of the user's is read or written. */
  home: string;
  globalSettings: string;
  /** The file of trusted authorities, in place of the system's. */
  authorities: string | null;
  /** An empty folder. */
  noAuthorities: string;
  /** Only for loopback addresses. */
  allowHttp: boolean;
  /** The bare repository; without it git would look for one in the parent folders. */
  repository: string | null;
  tracesPackets: boolean;
  /** By bearerSettings(). */
  bearer: Readonly<Record<string, string>>;
}): Record<string, string> {
  const { environment, home, globalSettings, authorities, allowHttp, repository, tracesPackets } =
    options;
  return {
    ...options.bearer,
    ...named('PATH', environment.PATH),
    ...named('TMPDIR', environment.TMPDIR),
    HOME: home,
    LANG: 'C',
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: globalSettings,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: allowHttp ? 'https:http' : 'https',
    GIT_LFS_FORCE_PROGRESS: '1',
    // This machine is reached directly; for everything else the forwarder knows the way.
    NO_PROXY: 'localhost,127.0.0.1,::1',
    ...named('GIT_SSL_CAINFO', authorities ?? undefined),
    // With the file alone, curl with GnuTLS (Debian's) reads the system's folder as well, in each process: 28 ms.
    ...named('GIT_SSL_CAPATH', authorities === null ? undefined : options.noAuthorities),
    // git-lfs reads this one as well.
    ...named('SSL_CERT_FILE', authorities ?? undefined),
    ...named('GIT_DIR', repository ?? undefined),
    ...named('GIT_TRACE_PACKET', tracesPackets ? '1' : undefined),
  };
}

/**
 * The `-c` settings of every git call, as `key=value`.
 * @param helper the credential helper of this call, or `null` where none may answer
 */
export function gitConfig(network: GitNetwork, helper: string | null): string[] {
  // Git refuses a fraction of a second, and with it every command.
  const connectSeconds = Math.ceil(network.connectTimeoutSeconds);
  const readSeconds = Math.ceil(network.readTimeoutSeconds);
  return [
    // An empty value clears the chain: a user's helper would store the token on disk.
    'credential.helper=',
    ...(helper === null ? [] : [`credential.helper=${helper}`]),
    'credential.useHttpPath=true',
    'credential.interactive=false',
    'http.followRedirects=false',
    'core.hooksPath=/dev/null',
    'transfer.bundleURI=false',
    'fetch.recurseSubmodules=false',
    'push.recurseSubmodules=no',
    'gc.auto=0',
    'maintenance.auto=false',
    // A mirror can always be fetched again, and is checked before it is used again.
    'core.fsync=none',
    'http.lowSpeedLimit=1',
    `http.lowSpeedTime=${readSeconds}`,
    `lfs.dialtimeout=${connectSeconds}`,
    `lfs.tlstimeout=${connectSeconds}`,
    `lfs.activitytimeout=${readSeconds}`,
    'http.sslVerify=true',
  ];
}

function named(name: string, value: string | undefined): Record<string, string> {
  return value === undefined || value === '' ? {} : { [name]: value };
}

/**
 * Variables by which git, and git-lfs through it, send a token as a bearer only to URLs below an address. Before version
 * 2.46 a credential helper can give no bearer. Everybody on this machine can read arguments, and a file would outlive a
 * kill; variables have neither problem, and git shows this one in no trace.
 */
export function bearerSettings(url: string, token: string | undefined): Record<string, string> {
  if (token === undefined || /[\p{Cc}\s]/u.test(token)) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Bearer ${token}`,
  };
}

/**
 * Writes the file that stands in for the user's own configuration of git, readable only by this account. It holds what
 * arguments and variables must not show: the address of the forwarder, with its password for this run.
 * @param home the private folder that is HOME for git: git below 2.32 knows no other way to the file
 * @returns the value of GIT_CONFIG_GLOBAL
 */
export async function writeGlobalSettings(
  home: string,
  { forwarder }: Pick<GitNetwork, 'forwarder'>,
): Promise<string> {
  if (forwarder === null) return '/dev/null';
  const path = join(home, '.gitconfig');
  // Without the method git would ask for it first, with one more request each time.
  const settings = `[http]\n\tproxy = "${forwarder.url}"\n\tproxyAuthMethod = basic\n`;
  await writeFile(path, settings, { mode: 0o600 });
  return path;
}
