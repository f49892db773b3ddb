import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config-schema.ts';
import type { GitNetwork } from '../git/process/git-settings.ts';
import type { Variables } from '../kernel/environment.ts';
import type { Redactor } from '../kernel/redact.ts';
import { type allAuthorities, namedCaFiles } from '../network/tls-proxy/certificates.ts';
import { openForwarder } from '../network/tls-proxy/forwarder.ts';
import { createNetwork, type Network } from '../network/tls-proxy/network.ts';
import { readProxySettings } from '../network/tls-proxy/proxy-settings.ts';

const defaults = { connectSeconds: 10, readSeconds: 60 };

/** The way out for our own requests. */
export function openNetwork(options: {
  variables: Variables;
  config: Config;
  redactor: Redactor;
  trusted: typeof allAuthorities;
}): Promise<Network> {
  const { variables, config, redactor, trusted } = options;
  const { http, https } = readProxySettings(variables);
  for (const proxy of [http, https]) if (proxy !== '') addSecrets(redactor, new URL(proxy));
  const caFiles = namedCaFiles(variables);
  return createNetwork({ env: variables, caFiles, trusted, ...timeouts(config) });
}

/**
 * The same for the vault, which may have an authority that nothing else is to trust.
 * @throws `configuration` if its file cannot be used
 */
export async function vaultNetwork(options: {
  variables: Variables;
  config: Config;
  caFile: string;
}): Promise<Network> {
  const { variables, config, caFile } = options;
  const caFiles = [...namedCaFiles(variables), { path: caFile, setting: 'VAULT_CACERT' }];
  return createNetwork({ env: variables, caFiles, ...timeouts(config) });
}

/** The same way, trust and time-outs for git and git-lfs. */
export async function gitNetwork(options: {
  network: Network;
  variables: Variables;
  /** Private, and removed after the run. */
  folder: string;
  redactor: Redactor;
  /** None of them is silent for longer. */
  outageMilliseconds: number;
}): Promise<GitNetwork & AsyncDisposable> {
  const { network, variables, folder, redactor } = options;
  const { https } = readProxySettings(variables);
  const forwarder = https === '' ? null : await openForwarder(network);
  if (forwarder !== null) redactor.add(new URL(forwarder.url).password);
  const atMost = (seconds: number) => withinLimit(seconds, options.outageMilliseconds / 1000);
  /** One file in place of the system's authorities, which are in it. */
  async function writeAuthorities(): Promise<string> {
    const path = join(folder, 'authorities.pem');
    await writeFile(path, `${network.authorities().join('\n')}\n`, { mode: 0o600 });
    return path;
  }
  let written: Promise<string> | null = null;
  return {
    requests: network,
    forwarder,
    authorities: () => {
      written ??= writeAuthorities();
      return written;
    },
    connectTimeoutSeconds: atMost(network.connectTimeoutSeconds),
    readTimeoutSeconds: atMost(network.readTimeoutSeconds),
    [Symbol.asyncDispose]: async () => forwarder?.close(),
  };
}

/** For both, 0 means none. */
function withinLimit(seconds: number, limit: number): number {
  if (limit === 0) return seconds;
  return seconds === 0 ? limit : Math.min(seconds, limit);
}

/** Some proxies take a token as the user name; then there is no password. */
function addSecrets(redactor: Redactor, { username, password }: URL): void {
  if (username === '' && password === '') return;
  redactor.addBasic(decodeURIComponent(username), decodeURIComponent(password));
  if (password === '') redactor.add(decodeURIComponent(username));
}

function timeouts({ network }: Config) {
  return {
    connectTimeoutSeconds: network?.connect_timeout ?? defaults.connectSeconds,
    readTimeoutSeconds: network?.read_timeout ?? defaults.readSeconds,
  };
}
