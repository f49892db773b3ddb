import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import type { Config } from './config/config-schema.ts';
import type { GitNetwork } from './git/git-settings.ts';
import { readVariable, type Variables } from './hosts/environment.ts';
import { readCaFiles } from './network/certificates.ts';
import { createNetwork, type Network } from './network/network.ts';
import { readProxySettings } from './network/proxy-settings.ts';
import type { Redactor } from './redact.ts';

const defaults = { connectSeconds: 10, readSeconds: 60 };

/** The way out for our own requests. */
export function openNetwork(options: { variables: Variables; config: Config }): Promise<Network> {
  const { variables, config } = options;
  return createNetwork({ env: variables, caFiles: caFiles(variables), ...timeouts(config) });
}

/** The same proxy, authorities and time-outs for git and git-lfs. */
export async function gitNetwork(options: {
  variables: Variables;
  config: Config;
  /** Private, and removed after the run. */
  folder: string;
  redactor: Redactor;
}): Promise<GitNetwork> {
  const { variables, config, folder, redactor } = options;
  const { https, noProxy } = readProxySettings(variables);
  if (https !== '') addSecrets(redactor, new URL(https));
  return {
    proxy: https === '' ? null : https,
    noProxy,
    caFile: await combinedCaFile(caFiles(variables), folder),
    ...timeouts(config),
  };
}

/** Some proxies take a token as the user name; then there is no password. */
function addSecrets(redactor: Redactor, { username, password }: URL): void {
  redactor.add(decodeURIComponent(password));
  if (password === '') redactor.add(decodeURIComponent(username));
}

function timeouts({ network }: Config) {
  return {
    connectTimeoutSeconds: network?.connect_timeout ?? defaults.connectSeconds,
    readTimeoutSeconds: network?.read_timeout ?? defaults.readSeconds,
  };
}

function caFiles(variables: Variables): readonly string[] {
  const named = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE'].map((name) =>
    readVariable(variables, name),
  );
  return named.filter((path) => path !== null);
}

/** git takes one file in place of the system's authorities, so ours are added to those. */
async function combinedCaFile(paths: readonly string[], folder: string): Promise<string | null> {
  if (paths.length === 0) return null;
  const roots = [...getCACertificates('default'), ...getCACertificates('system')];
  const path = join(folder, 'authorities.pem');
  const all = new Set([...roots, ...(await readCaFiles(paths))]);
  await writeFile(path, `${[...all].join('\n')}\n`, { mode: 0o600 });
  return path;
}
