import { parse } from 'node:path';
import { cleaned } from '../../git/errors/git-output.ts';
import { runGit } from '../../git/process/spawn-git.ts';
import type { Variables } from '../../kernel/environment.ts';
import type { Program } from '../../kernel/program.ts';
import { ignoredSwitches, namedCaFiles } from '../../network/tls-proxy/certificates.ts';
import { readProxySettings } from '../../network/tls-proxy/proxy-settings.ts';
import { type Finding, pass, warn } from '../findings/finding.ts';

/** The user's network settings for git, which migrator does not use. */
export interface UserGitSettings {
  /** Keys that switch verification off. */
  readonly unverified: readonly string[];
  /** Keys that name a proxy. */
  readonly proxies: readonly string[];
}

/** By which way requests go out. Pure. @throws `configuration` */
export function proxyFinding(variables: Variables, userGit: UserGitSettings): Finding {
  const { https, noProxy } = readProxySettings(variables);
  if (https === '') {
    const [key] = userGit.proxies;
    if (key === undefined) return pass('proxy', 'No proxy: direct connection');
    return warn(
      'proxy',
      `git uses a proxy (${key}), but HTTPS_PROXY is not set: migrator connects directly`,
      'Set HTTPS_PROXY if this network needs a proxy; git and git-lfs will also use it.',
    );
  }
  const { host, username, password } = new URL(https);
  const who = username === '' && password === '' ? '' : ', with username and password';
  const past = noProxy === '' ? '' : `; bypassed for: ${noProxy}`;
  return pass('proxy', `Proxy: ${host}${who}${past}`);
}

/** Whom this program trusts in addition to the built-in roots and the system's. Pure. */
export function certificatesFinding(variables: Variables, userGit: UserGitSettings): Finding {
  const off = [...ignoredSwitches(variables), ...userGit.unverified.map((key) => `${key}=false`)];
  if (off.length > 0) {
    return warn(
      'certificates',
      `${off.join(', ')} ignored: migrator verifies every certificate`,
      "Set SSL_CERT_FILE to a file with your proxy's root certificate, and remove this setting.",
    );
  }
  const files = namedCaFiles(variables);
  const added = files.length === 0 ? '' : `, ${files.map(({ path }) => path).join(', ')}`;
  return pass('certificates', `Trusted certificate authorities: built-in, system${added}`);
}

/**
 * Reads what the user's own configuration of git says about the network. Its values are not looked at: they may be
 * secrets, as may be what stands before a host in the address that a key is for.
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
      // Where nobody else can have put a repository, whose configuration would be read too.
      folder: parse(temporaryFolder).root,
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
