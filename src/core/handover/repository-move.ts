import { MigratorError } from '../kernel/errors.ts';
import { quoteInput } from '../kernel/format/shorten-input.ts';
import type { SourceKind } from '../ports/records/repository.ts';

/** A repository that has moved, by its addresses without user, password and `.git`. */
export interface RepositoryMove {
  /** As `host/path` in lower case, without port and context path: what every form of its old address comes to. */
  readonly key: string;
  /** `https://bitbucket.org/acme/web` */
  readonly oldUrl: string;
  /** `https://github.com/acme/web` */
  readonly newUrl: string;
}

/**
 * Old and new place of all repositories of a migration. Every text in it stands in scripts and configuration as it is:
 * only {@link movesOf} makes one.
 */
export interface Moves {
  readonly kind: SourceKind;
  /** Host of the source, in lower case. */
  readonly host: string;
  /** Other names of the same host, in lower case. */
  readonly aliases: readonly string[];
  /** Prefix of a repository's path over HTTP: `/scm`, or `/bitbucket/scm`; empty on Cloud. */
  readonly prefix: string;
  readonly repositories: readonly RepositoryMove[];
  /** Old paths such as `acme/api`, in lower case, of others of the source that are known and have not moved. */
  readonly others: readonly string[];
}

/** SSH over port 443 of Bitbucket Cloud. */
const cloudAliases = ['altssh.bitbucket.org', 'www.bitbucket.org'];

/**
 * Works out where repositories were and are, from the configured hosts and checked names: nothing that a host has given
 * as an address. Pure.
 * @param options.gitUrl of the source: `https://bitbucket.org`, or a Data Center's address with `/scm`
 * @param options.targetUrl `https://github.com`
 * @param options.repositories old path such as `acme/web`, and new one
 * @param options.others old paths of repositories that have not moved
 * @throws `state` for a path that no host has, `configuration` for such an address, `usage` for such an alias
 */
export function movesOf(options: {
  kind: Moves['kind'];
  gitUrl: string;
  targetUrl: string;
  aliases: readonly string[];
  repositories: readonly { readonly path: string; readonly newPath: string }[];
  others?: readonly string[];
}): Moves {
  const { kind, repositories, others = [] } = options;
  const [gitUrl, targetUrl] = [options.gitUrl, options.targetUrl].map(plainUrl) as [string, string];
  const { hostname: host, pathname } = new URL(gitUrl);
  const own = host === 'bitbucket.org' ? cloudAliases : [];
  return {
    kind,
    host,
    aliases: [...own, ...options.aliases.map(plainAlias)],
    prefix: pathname.replace(/\/+$/, ''),
    repositories: repositories.map(({ path, newPath }) => {
      const [from, to] = [path, newPath].map(plainPath) as [string, string];
      return {
        key: `${host}/${from.toLowerCase()}`,
        oldUrl: `${gitUrl}/${from}`,
        newUrl: `${targetUrl}/${to}`,
      };
    }),
    others: others.filter(isPlainPath).map((path) => path.toLowerCase()),
  };
}

/** The same repository over SSH: `git@github.com:acme/web.git`. Pure. */
export function sshAddress(newUrl: string): string {
  const { hostname, pathname } = new URL(newUrl);
  return `git@${hostname}:${pathname.slice(1)}.git`;
}

/** Nothing that a shell, PowerShell, git, nginx or a regular expression reads but for the dot, which is escaped there. */
const plainName = /^(?!-)[A-Za-z0-9._~-]+$/;
const plainHost = /^(?!-)[a-z0-9._-]+$/;

function isPlainPath(path: string): boolean {
  return path.split('/').every((part) => plainName.test(part) && !/^\.+$/.test(part));
}

function plainPath(path: string): string {
  if (isPlainPath(path)) return path;
  throw new MigratorError('state', `The name ${quoteInput(path)} is not safe in a script`);
}

function plainUrl(text: string): string {
  const { protocol, hostname, host, pathname } = new URL(text);
  const path = pathname.replace(/\/+$/, '');
  const isPlain = /^(\/[A-Za-z0-9._~-]+)*$/.test(path) && plainHost.test(hostname);
  if (isPlain) return `${protocol}//${host}${path}`;
  throw new MigratorError('configuration', `The URL ${quoteInput(text)} is not safe in a script`, {
    hint: 'Configure the host by its name.',
  });
}

function plainAlias(alias: string): string {
  const name = alias.toLowerCase();
  if (plainHost.test(name) && !name.includes('..') && name !== '.') return name;
  throw new MigratorError('usage', `--alias ${quoteInput(alias)} is not a host name`, {
    hint: 'Write host names without a scheme, port or path: --alias git.acme.example',
  });
}
