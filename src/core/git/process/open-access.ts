import { isLoopback } from '../../kernel/base-url.ts';
import { MigratorError } from '../../kernel/errors.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import { openCredentialSocket } from './credential-socket.ts';
import { bearerSettings, type GitNetwork } from './git-settings.ts';

/** An access that git may use until it is closed. */
export interface OpenAccess {
  readonly url: string;
  readonly host: string;
  readonly helper: string | null;
  readonly allowHttp: boolean;
  /** A PEM file of trusted authorities; `null`: git's own. */
  readonly authorities: string | null;
  /** Variables that hold a bearer. */
  readonly bearer: Readonly<Record<string, string>>;
  /** True if the host refused the credential. */
  readonly rejected: () => boolean;
  close(): Promise<void>;
}

interface AccessToOpen {
  readonly access: GitAccess;
  /** True if the credential answers for all addresses of the host. */
  readonly wholeHost: boolean;
  /** The folder of credential sockets. */
  readonly sockets: string;
  readonly network: GitNetwork;
}

/**
 * Lets git use an access: its credential by a socket of its own, its bearer by variables.
 * @throws `configuration` for an address that is neither https nor plain http on this machine
 */
export async function openAccess({
  access,
  wholeHost,
  sockets,
  network,
}: AccessToOpen): Promise<OpenAccess> {
  const url = allowedUrl(access.url);
  const socket =
    access.credential === null
      ? null
      : await openCredentialSocket({
          folder: sockets,
          answers: [{ url: access.url, ...access.credential, wholeHost }],
        });
  const needsTrust = url.protocol === 'https:' && network.authorities !== null;
  return {
    url: access.url,
    host: url.host,
    authorities: needsTrust ? await network.authorities() : null,
    helper: socket?.helper ?? null,
    bearer: bearerSettings(access.url, access.bearer),
    allowHttp: url.protocol === 'http:',
    rejected: () => socket?.rejected() ?? false,
    close: async () => socket?.close(),
  };
}

/** @throws `configuration` for an address that is neither https nor plain http on this machine, or holds a name */
export function allowedUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const fine =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !fine || url.username !== '' || url.password !== '') {
    throw new MigratorError('configuration', 'A Git URL must use https', {
      hint: 'Use https URLs without a username for both hosts. Plain http is accepted only for this machine.',
      ...(url === null ? {} : { detail: `${url.protocol}//${url.host}` }),
    });
  }
  return url;
}
