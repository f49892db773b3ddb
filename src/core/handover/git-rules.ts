import { sourceTraits } from '../ports/records/source-traits.ts';
import { type Moves, sshAddress } from './repository-move.ts';

/**
 * Rules for the configuration of Git on a machine (`url.<new>.insteadOf`): clones keep their old addresses and reach the
 * new host. Git compares beginnings alone and takes the longest rule: a rule cannot say where a name ends. Addresses with
 * `.git` at their end leave few names that go on (`acme.github.io` beside `acme`); those that are known get a longer rule
 * that keeps them where they are. Pure.
 */
export function gitRules(moves: Moves): string {
  const { host, repositories, others } = moves;
  const moved = repositories.map(({ key, newUrl }) => ({
    newUrl,
    path: key.slice(host.length + 1),
  }));
  const kept = others.filter((other) => moved.some(({ path }) => other.startsWith(`${path}.git`)));
  const sections = [
    ...moved.flatMap(({ path, newUrl }) => {
      const { https, ssh } = addressesOf(moves, path);
      return [section(`${newUrl}.git`, whole(https)), section(sshAddress(newUrl), whole(ssh))];
    }),
    ...kept.flatMap((path) => {
      const { https, ssh } = addressesOf(moves, path);
      return [...https, ...ssh].map((address) => section(address, [address]));
    }),
  ];
  return `${head}\n${sections.join('\n')}\n`;
}

/** Old addresses of one repository, without `.git`. */
function addressesOf(moves: Moves, path: string) {
  const { host, aliases, prefix } = moves;
  const hosts = [host, ...aliases];
  const paths = spellings(moves, path);
  return {
    https: hosts.flatMap((name) => paths.map((one) => `https://${name}${prefix}/${one}`)),
    ssh: hosts.flatMap((name) => paths.flatMap((one) => sshForms(moves, name, one))),
  };
}

function whole(addresses: readonly string[]): readonly string[] {
  return addresses.map((address) => `${address}.git`);
}

const head = `# Rules for Git on a machine whose clones keep their old addresses. Add to ~/.gitconfig or /etc/gitconfig:
#
#   [include]
#     path = /path/to/this/file
#
# They cover URLs that end with .git and contain no user name; remotes.sh changes all others. Git compares prefixes: a
# repository that migrator does not know, whose name starts with one of these plus .git (acme.github.io next to acme),
# would be looked up on the new host. Give it its own rule: [url "OLD"] insteadOf = OLD`;

/** Git tells letter case apart. Pages of projects name them in capitals, and clone addresses do not. */
function spellings({ kind }: Moves, path: string): readonly string[] {
  const [project = '', slug = ''] = path.split('/');
  const capitals = `${project.toUpperCase()}/${slug}`;
  const { hasProjectPages } = sourceTraits[kind];
  return hasProjectPages && !project.startsWith('~') ? [path, capitals] : [path];
}

/** Without `.git`, with ports that the hosts document. */
function sshForms({ kind }: Moves, name: string, path: string): readonly string[] {
  const { sshPort } = sourceTraits[kind];
  if (sshPort !== null)
    return [`ssh://git@${name}:${sshPort}/${path}`, `ssh://git@${name}/${path}`];
  const port = name.startsWith('altssh.') ? ':443' : '';
  return [`git@${name}:${path}`, `ssh://git@${name}${port}/${path}`];
}

function section(address: string, old: readonly string[]): string {
  return [`[url "${address}"]`, ...old.map((one) => `\tinsteadOf = ${one}`)].join('\n');
}
