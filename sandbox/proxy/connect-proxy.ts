import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type RequestOptions, request as requestSecure } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { Authority } from './authority.ts';

/** One line of the proxy's log. */
interface ProxiedRequest {
  /** `CONNECT`, or what was sent inside of a tunnel that the proxy has opened. */
  readonly method: string;
  readonly host: string;
  /** Without its query; empty of a CONNECT. */
  readonly path: string;
  readonly userAgent: string;
  /**
   * Status of the proxy's own answer to a CONNECT; of a request that it passed on, the host's, and `0` where none came.
   */
  readonly status: number;
}

export interface ConnectProxy {
  /** Without user name and password. */
  readonly url: string;
  readonly log: readonly ProxiedRequest[];
  close(): Promise<void>;
}

export interface ConnectProxyOptions {
  /** Names that it alone resolves, each with a port of this machine: it goes nowhere else. */
  readonly hosts: ReadonlyMap<string, number>;
  /**
   * The authority whose certificates it shows in place of the hosts' own; `null`: it passes everything through unread.
   */
  readonly authority: Authority | null;
  /** The certificate of who vouches for the hosts. */
  readonly trusts: string;
  /** Asked for, where it is not `null`. */
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

/** An HTTP proxy as companies run it: tunnels alone, on demand with a password, and read on the way. */
export async function startConnectProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
  const log: ProxiedRequest[] = [];
  const sockets = new Set<Duplex>();
  const contexts = new Map<string, SecureContext>();
  const inner = createServer((request, response) => void passOn(options, log, request, response));
  inner.requestTimeout = 0;
  inner.on('checkContinue', (request, response) => {
    response.writeContinue();
    void passOn(options, log, request, response);
  });

  function answer(request: IncomingMessage, client: Duplex, head: Buffer): void {
    hold(client);
    const authority = request.url ?? '';
    const host = authority.replace(/:443$/, '');
    const status = decide(options, request, host);
    const userAgent = request.headers['user-agent'] ?? '';
    log.push({ method: 'CONNECT', host, path: '', userAgent, status });
    if (status !== 200) {
      client.end(refusal(status));
      return;
    }
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) client.unshift(head);
    if (options.authority === null) hold(passThrough(client, options.hosts.get(host) ?? 0));
    else read(client, host, options.authority);
  }

  function read(client: Duplex, host: string, authority: Authority): void {
    const context = contexts.get(host) ?? createSecureContext(authority.issue([host]));
    contexts.set(host, context);
    const opened = new TLSSocket(client as never, { isServer: true, secureContext: context });
    hold(opened);
    inner.emit('connection', opened);
  }

  function hold(socket: Duplex): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  }

  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on('connect', answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** @returns the other end, which goes with the client */
function passThrough(client: Duplex, port: number): Duplex {
  const upstream = connect(port, '127.0.0.1');
  upstream.once('close', () => client.destroy());
  client.once('close', () => upstream.destroy());
  client.pipe(upstream).pipe(client);
  return upstream;
}

function decide(
  { hosts, credentials }: ConnectProxyOptions,
  request: IncomingMessage,
  host: string,
): number {
  const given = request.headers['proxy-authorization'];
  if (credentials !== null) {
    const pair = `${credentials.username}:${credentials.password}`;
    if (given !== `Basic ${Buffer.from(pair).toString('base64')}`) return 407;
  }
  return hosts.has(host) ? 200 : 502;
}

/** Sends on what was read, and what comes back. */
async function passOn(
  { hosts, trusts }: ConnectProxyOptions,
  log: ProxiedRequest[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const host = headers.host ?? '';
  const note = (status: number) =>
    log.push({
      method,
      host,
      path: url.split('?')[0] ?? url,
      userAgent: headers['user-agent'] ?? '',
      status,
    });
  const onward: RequestOptions = {
    host: '127.0.0.1',
    port: hosts.get(host) ?? 0,
    servername: host,
    ca: trusts,
    method,
    path: url,
    headers,
    agent: false,
  };
  const upstream = requestSecure(onward);
  response.once('close', () => upstream.destroy());
  upstream.once('response', (answer) => {
    note(answer.statusCode ?? 0);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    // Either side may go at any time: the other one then goes too.
    pipeline(answer, response).catch(() => response.destroy());
  });
  upstream.once('error', () => {
    if (!response.headersSent && !response.destroyed) note(0);
    response.destroy();
  });
  await pipeline(request, upstream).catch(() => undefined);
}

const reasons: Readonly<Record<number, string>> = {
  407: 'Proxy Authentication Required',
  502: 'Bad Gateway',
};

function refusal(status: number): string {
  const ask = status === 407 ? 'Proxy-Authenticate: Basic realm="gateway"\r\n' : '';
  return `HTTP/1.1 ${status} ${reasons[status]}\r\n${ask}Content-Length: 0\r\nConnection: close\r\n\r\n`;
}
