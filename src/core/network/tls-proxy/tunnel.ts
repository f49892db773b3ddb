import type { ClientRequest, IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';

const require = createRequire(import.meta.url);

/**
 * Node's HTTP modules, loaded on demand: an `import` of node:http reads all its exports, for some of which Node loads its
 * own copy of undici, 30 ms of each start.
 */
export function nodeHttp(): typeof import('node:http') {
  return require('node:http');
}

interface TunnelOptions {
  /** With its user name and password, which go nowhere else. */
  readonly proxy: URL;
  /** `host:port`; an IPv6 address in brackets. */
  readonly authority: string;
  /** Until the tunnel is open. */
  readonly timeoutMilliseconds: number;
  readonly secureContext: () => SecureContext;
  /** For the proxy's log. */
  readonly userAgent?: string | undefined;
}

const schemes = ['basic', 'digest', 'ntlm', 'negotiate', 'kerberos', 'bearer'] as const;

export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly proxy: string;
  /** `null` without an answer. */
  readonly status: number | null;
  /** Of Node: `ECONNREFUSED`, or of ours: `PROXY_TIMEOUT`. */
  readonly code: string;
  readonly wasGivenIdentity: boolean;
  /** Authentication schemes that it offers: `basic`, `ntlm`. */
  readonly schemes: readonly string[];

  constructor(
    proxy: URL,
    options: { status?: number; code?: string; cause?: unknown; authenticate?: string | undefined },
  ) {
    super(`No connection through the proxy ${proxy.host}`, { cause: options.cause });
    this.proxy = proxy.host;
    this.status = options.status ?? null;
    this.code = options.code ?? '';
    this.wasGivenIdentity = proxy.username !== '' || proxy.password !== '';
    const named = (options.authenticate ?? '').toLowerCase();
    this.schemes = schemes.filter((scheme) => new RegExp(`(^|,\\s*)${scheme}\\b`).test(named));
  }
}

/**
 * Opens a connection through an HTTP proxy (CONNECT).
 * @throws ProxyFailure
 */
export function openTunnel(options: TunnelOptions): Promise<Socket> {
  const { proxy, timeoutMilliseconds } = options;
  return new Promise((resolve, reject) => {
    const fail = (reason: ConstructorParameters<typeof ProxyFailure>[1]) => {
      clearTimeout(timer);
      request.destroy();
      reject(new ProxyFailure(proxy, reason));
    };
    const request = askFor(options);
    const timer = setTimeout(() => fail({ code: 'PROXY_TIMEOUT' }), timeoutMilliseconds);
    request.on('error', (cause: NodeJS.ErrnoException) =>
      fail({ cause, ...(cause.code === undefined ? {} : { code: cause.code }) }),
    );
    // A refusal, which has a body.
    request.on('response', (answer) => fail(refusal(answer)));
    request.on('connect', (answer, socket: Socket, head: Buffer) => {
      const { statusCode = 0 } = answer;
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        fail(refusal(answer));
        return;
      }
      clearTimeout(timer);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.end();
  });
}

function refusal({ statusCode = 0, headers }: IncomingMessage) {
  return { status: statusCode, authenticate: headers['proxy-authenticate'] };
}

function askFor({ proxy, authority, secureContext, userAgent }: TunnelOptions): ClientRequest {
  const isSecure = proxy.protocol === 'https:';
  const { request } = isSecure ? require('node:https') : nodeHttp();
  return request({
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[(.+)\]$/, '$1'),
    port: proxy.port === '' ? (isSecure ? 443 : 80) : Number(proxy.port),
    path: authority,
    agent: false,
    headers: { host: authority, ...identity(proxy), ...(userAgent && { 'user-agent': userAgent }) },
    ...(isSecure ? { secureContext: secureContext(), rejectUnauthorized: true } : {}),
  });
}

function identity({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` };
}
