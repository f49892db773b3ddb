import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitNetwork } from './git-settings.ts';

/**
 * Writes the file that stands in for the user's own configuration of git, readable by this account alone. It holds
 * what arguments and variables must not show: the proxy with its user name, which with some proxies is a token.
 * The password is left out: git asks the credential socket for it because a user is named.
 * @param home the private folder that is HOME for git: git below 2.32 knows no other way to the file
 * @returns the value of GIT_CONFIG_GLOBAL
 */
export async function writeGlobalSettings(home: string, network: GitNetwork): Promise<string> {
  if (network.proxy === null) return '/dev/null';
  const path = join(home, '.gitconfig');
  const proxy = withoutPassword(network.proxy).replace(/[\\"]/g, '\\$&');
  await writeFile(path, `[http]\n\tproxy = "${proxy}"\n`, { mode: 0o600 });
  return path;
}

function withoutPassword(proxy: string): string {
  if (!URL.canParse(proxy)) return proxy;
  const { protocol, username, password, host } = new URL(proxy);
  // An empty user name, too, makes git ask for the password.
  const user = username === '' && password === '' ? '' : `${username}@`;
  return `${protocol}//${user}${host}`;
}
