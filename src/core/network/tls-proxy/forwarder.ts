import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { MigratorError } from '../../kernel/errors.ts';
import { connectionError } from './connection-errors.ts';
import { tcpOptions } from './connector.ts';
import type { Network } from './network.ts';
import { nodeHttp } from './tunnel.ts';

/** Ends a git command whose host cannot be reached. */
export interface ReachWatch {
  /** Aborted, with a MigratorError as its reason. */
  readonly signal: AbortSignal;
  stop(): void;
}

/**
 * A local proxy for child processes that connects as Network does, so that git and git-lfs need neither the real proxy's
 * password nor NO_PROXY.
 */
export interface Forwarder {
  /** With a user name and password for this forwarder only. */
  readonly url: string;
  /** Aborts when the host of this address cannot be reached. */
  watch(address: string): ReachWatch;
  close(): Promise<void>;
}

/** Listens on loopback, and requires the password in its address. */
export async function openForwarder(network: Network): Promise<Forwarder> {
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(`Basic ${Buffer.from(`migrator:${password}`).toString('base64')}`);
  const watches = new Map<AbortController, string>();
  const sockets = new Set<Duplex>();

  function abortWatches(authority: string, error: MigratorError): void {
    for (const [watch, watched] of watches) if (watched === authority) watch.abort(error);
  }

  async function serve(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    track(client);
    if (!isAuthorized(request.headers['proxy-authorization'], expected)) {
      client.end(refusal(407, 'Proxy-Authenticate: Basic realm="migrator"\r\n'));
      return;
    }
    const authority = request.url ?? '';
    const url = URL.parse(`https://${authority}`);
    if (url === null || url.pathname !== '/') {
      client.end(refusal(400));
      return;
    }
    try {
      const host = await reach(network, url, request.headers['user-agent']);
      track(host);
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) host.write(head);
      host.pipe(client).pipe(host);
      host.once('close', () => client.destroy());
      client.once('close', () => host.destroy());
    } catch (thrown) {
      abortWatches(url.host, connectionError(thrown, url, network).error);
      client.end(refusal(502));
    }
  }

  function track(socket: Duplex): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  }

  const server = nodeHttp().createServer((_request, response) => response.writeHead(501).end());
  server.on('connect', (request, client, head) => void serve(request, client, head));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://migrator:${password}@127.0.0.1:${port}`,
    watch(address) {
      const watch = new AbortController();
      watches.set(watch, new URL(address).host);
      return { signal: watch.signal, stop: () => watches.delete(watch) };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function reach(network: Network, url: URL, userAgent: string | undefined): Promise<Socket> {
  const tunnel = network.tunnel(url, userAgent);
  if (tunnel !== null) return tunnel;
  const timeoutMilliseconds = network.connectTimeoutSeconds * 1000;
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[(.+)\]$/, '$1');
    const port = url.port === '' ? 443 : Number(url.port);
    const socket = connect(tcpOptions({ host, port }, { timeoutMilliseconds }));
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error(), { code: 'UND_ERR_CONNECT_TIMEOUT' })),
      timeoutMilliseconds,
    );
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

function isAuthorized(given: string | undefined, expected: Buffer): boolean {
  const bytes = Buffer.from(given ?? '');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  407: 'Proxy Authentication Required',
  502: 'Bad Gateway',
};

function refusal(status: number, headers = ''): string {
  return `HTTP/1.1 ${status} ${reasons[status]}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`;
}
