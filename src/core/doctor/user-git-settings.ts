import { cleaned } from '../git/errors/git-output.ts';
import { runGit } from '../git/process/spawn-git.ts';
import type { Program } from '../kernel/program.ts';
import type { UserGitSettings } from './checks/check-way.ts';

/**
 * What the user's own configuration of git says about the network. Its values are not looked at: they may be secrets, as may
 * be what stands before a host in the address that a key is for.
 */
export async function readUserGitSettings(
  program: Pick<Program, 'environment' | 'temporaryFolder'>,
): Promise<UserGitSettings> {
  const { environment, temporaryFolder } = program;
  const keys = async (args: readonly string[]): Promise<readonly string[]> => {
    const outcome = await runGit({
      session: { binary: ['git'], leadsGroup: false },
      // It ends by itself at once.
      launcher: { kill: () => undefined },
      environment: namedOnly(environment, ['PATH', 'HOME', 'XDG_CONFIG_HOME']),
      config: [],
      args: ['config', '--includes', ...args],
      folder: temporaryFolder,
      signal: undefined,
      onStderr: undefined,
    });
    if (outcome.exitCode !== 0) return [];
    return cleaned(outcome.stdout)
      .split('\n')
      .filter((line) => line !== '');
  };
  const verified = await keys(['--type=bool', '--get-regexp', '^http\\..*sslverify$']);
  return {
    unverified: verified
      .filter((line) => line.endsWith(' false'))
      .map((line) => line.slice(0, -' false'.length)),
    proxies: await keys(['--name-only', '--get-regexp', '^http\\.(.*\\.)?proxy$']),
  };
}

function namedOnly(
  environment: Program['environment'],
  names: readonly string[],
): Record<string, string> {
  const named = names.map((name) => [name, environment[name] ?? '']);
  return Object.fromEntries(named.filter(([, value]) => value !== ''));
}
