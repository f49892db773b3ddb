import { MigratorError } from '../kernel/errors.ts';

/** A repository that has moved, by its addresses without user, password and `.git`. */
export interface RepositoryMove {
  /** As `host/path` in lower case, without port and context path: what every form of its old address comes to. */
  readonly key: string;
  /** `https://bitbucket.org/acme/web` */
  readonly oldUrl: string;
  /** `https://github.com/acme/web` */
  readonly newUrl: string;
}

/** Old and new place of all repositories of a migration. */
export interface Moves {
  readonly kind: 'bitbucket-cloud' | 'bitbucket-data-center';
  /** Host of the source, in lower case. */
  readonly host: string;
  /** Other names of the same host, in lower case. */
  readonly aliases: readonly string[];
  /** What stands before the path of a repository over HTTP: `/scm`, or `/bitbucket/scm`; empty on Cloud. */
  readonly prefix: string;
  readonly repositories: readonly RepositoryMove[];
}

/** SSH over port 443 of Bitbucket Cloud. */
const cloudAliases = ['altssh.bitbucket.org', 'www.bitbucket.org'];

/**
 * Works out where repositories were. Pure.
 * @param options.gitUrl of the source: `https://bitbucket.org`, or a Data Center's address with `/scm`
 * @param options.repositories old path such as `acme/web`, and new page on the web
 * @throws `state` for a path that no host has
 */
export function movesOf(options: {
  kind: Moves['kind'];
  gitUrl: string;
  aliases: readonly string[];
  repositories: readonly { readonly path: string; readonly newUrl: string }[];
}): Moves {
  const { kind, repositories } = options;
  const base = new URL(options.gitUrl);
  const host = base.hostname.toLowerCase();
  const own = host === 'bitbucket.org' ? cloudAliases : [];
  const gitUrl = options.gitUrl.replace(/\/+$/, '');
  return {
    kind,
    host,
    aliases: [...own, ...options.aliases.map((name) => name.toLowerCase())],
    prefix: base.pathname.replace(/\/+$/, ''),
    repositories: repositories.map(({ path, newUrl }) => {
      if (!isPlain(path) || !isPlain(new URL(newUrl).pathname)) throw unusual(path);
      return { key: `${host}/${path.toLowerCase()}`, oldUrl: `${gitUrl}/${path}`, newUrl };
    }),
  };
}

/** The same repository over SSH: `git@github.com:acme/web.git`. Pure. */
export function sshAddress(newUrl: string): string {
  const { hostname, pathname } = new URL(newUrl);
  return `git@${hostname}:${pathname.slice(1)}.git`;
}

/** It stands in scripts as it is: nothing that a shell, a regular expression of ours or nginx would read. */
function isPlain(path: string): boolean {
  return /^[A-Za-z0-9._~/-]+$/.test(path) && !path.includes('..');
}

function unusual(path: string): MigratorError {
  return new MigratorError('state', `The name ${JSON.stringify(path)} is not safe in a script`);
}
