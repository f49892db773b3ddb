/** What the user's network asks for. */
export interface GitNetwork {
  /** `http://proxy:3128`, or `null`. A user name in it is kept private, a password given by the socket only. */
  readonly proxy: string | null;
  /** As NO_PROXY is written, or `null`. */
  readonly noProxy: string | null;
  /** A PEM file that replaces the system's authorities, or `null`. */
  readonly caFile: string | null;
  readonly connectTimeoutSeconds: number;
  readonly readTimeoutSeconds: number;
}

/** The names that simple-git must let through; all values are ours. */
export const gitVariables = [
  'GIT_ALLOW_PROTOCOL',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_DIR',
  'GIT_LFS_FORCE_PROGRESS',
  'GIT_TERMINAL_PROMPT',
  'GIT_TRACE_PACKET',
] as const;

/** The whole environment of a git child: nothing of the user's but PATH and TMPDIR. */
export function gitEnvironment(options: {
  environment: Readonly<Record<string, string | undefined>>;
  /** A private folder, so that no file of the user's is read or written. */
  home: string;
  /** What stands in for the user's configuration. */
  globalSettings: string;
  network: GitNetwork;
  /** Plain http is allowed for loopback addresses alone. */
  allowHttp: boolean;
  /** The bare repository; without it git would look for one in the parent folders. */
  repository: string | null;
  tracesPackets: boolean;
}): Record<string, string> {
  const { environment, home, globalSettings, network, allowHttp, repository, tracesPackets } =
    options;
  return {
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
    ...named('NO_PROXY', network.noProxy ?? undefined),
    ...named('GIT_DIR', repository ?? undefined),
    ...named('GIT_TRACE_PACKET', tracesPackets ? '1' : undefined),
  };
}

/**
 * The `-c` settings of every git call, as `key=value`.
 * @param helper the credential helper of this call, or `null` where none may answer
 */
export function gitConfig(network: GitNetwork, helper: string | null): string[] {
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
    `http.lowSpeedTime=${network.readTimeoutSeconds}`,
    `lfs.dialtimeout=${network.connectTimeoutSeconds}`,
    `lfs.tlstimeout=${network.connectTimeoutSeconds}`,
    `lfs.activitytimeout=${network.readTimeoutSeconds}`,
    ...(network.caFile === null ? [] : [`http.sslCAInfo=${network.caFile}`]),
  ];
}

/** What the credential socket answers when git asks for the proxy's password, which may be empty. */
export function proxyCredential(
  proxy: string | null,
): { url: string; username: string; password: string } | null {
  if (proxy === null || !URL.canParse(proxy)) return null;
  const { protocol, host, username, password } = new URL(proxy);
  if (username === '' && password === '') return null;
  return {
    url: `${protocol}//${host}`,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}

function named(name: string, value: string | undefined): Record<string, string> {
  return value === undefined || value === '' ? {} : { [name]: value };
}
