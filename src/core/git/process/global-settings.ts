import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitNetwork } from './git-settings.ts';

/**
 * Writes the file that stands in for the user's own configuration of git, readable by this account alone. It holds what
 * arguments and variables must not show: the address of the forwarder, with the word that opens it for this run.
 * @param home the private folder that is HOME for git: git below 2.32 knows no other way to the file
 * @returns the value of GIT_CONFIG_GLOBAL
 */
export async function writeGlobalSettings(
  home: string,
  { forwarder }: Pick<GitNetwork, 'forwarder'>,
): Promise<string> {
  if (forwarder === null) return '/dev/null';
  const path = join(home, '.gitconfig');
  // The method is named so that git does not ask first what is wanted: that would cost it a request each time.
  const settings = `[http]\n\tproxy = "${forwarder.url}"\n\tproxyAuthMethod = basic\n`;
  await writeFile(path, settings, { mode: 0o600 });
  return path;
}
