import { type Moves, sshAddress } from './repository-move.ts';

/**
 * Rules for the configuration of Git on a machine (`url.<new>.insteadOf`): clones keep their old addresses and reach the
 * new host. Git compares beginnings, and another repository's name may begin with this one's: only whole addresses, which
 * end with `.git`, are safe. Pure.
 */
export function gitRules(moves: Moves): string {
  const { host, aliases, prefix, repositories } = moves;
  const hosts = [host, ...aliases];
  const sections = repositories.map(({ key, newUrl }) => {
    const paths = spellings(moves, key.slice(host.length + 1));
    const https = hosts.flatMap((name) =>
      paths.map((path) => `https://${name}${prefix}/${path}.git`),
    );
    const ssh = hosts.flatMap((name) => paths.flatMap((path) => sshForms(moves, name, path)));
    return [section(`${newUrl}.git`, https), section(sshAddress(newUrl), ssh)].join('\n');
  });
  return `${head}\n${sections.join('\n')}\n`;
}

const head = `# Rules for Git on a machine whose clones keep their old addresses. Add to ~/.gitconfig or /etc/gitconfig:
#
#   [include]
#     path = /path/to/this/file
#
# They cover URLs that end with .git and contain no user name; remotes.sh changes all others.`;

/** Git tells letter case apart, and a Data Center does not: its pages name projects in capitals, its clone addresses do not. */
function spellings({ kind }: Moves, path: string): readonly string[] {
  const [project = '', slug = ''] = path.split('/');
  const capitals = `${project.toUpperCase()}/${slug}`;
  return kind === 'bitbucket-data-center' && !project.startsWith('~') ? [path, capitals] : [path];
}

/** Ports that the hosts document. */
function sshForms({ kind }: Moves, name: string, path: string): readonly string[] {
  if (kind === 'bitbucket-data-center') {
    return [`ssh://git@${name}:7999/${path}.git`, `ssh://git@${name}/${path}.git`];
  }
  const port = name.startsWith('altssh.') ? ':443' : '';
  return [`git@${name}:${path}.git`, `ssh://git@${name}${port}/${path}.git`];
}

function section(address: string, old: readonly string[]): string {
  return [`[url "${address}"]`, ...old.map((one) => `\tinsteadOf = ${one}`)].join('\n');
}
