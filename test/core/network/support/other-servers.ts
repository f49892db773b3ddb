import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';

/** The authority that signed the server's certificate, for `api.example.test`, `localhost` and `127.0.0.1`. */
export const caFile = fileURLToPath(new URL('./tls/ca.pem', import.meta.url));

export interface Listening extends AsyncDisposable {
  readonly port: number;
}

/** A TLS server on loopback that answers `{"secure": true}` to everything. */
export async function startTlsServer(): Promise<Listening> {
  const read = (name: string): Buffer => readFileSync(new URL(`./tls/${name}`, import.meta.url));
  const server = createHttpsServer(
    { key: read('server-key.pem'), cert: read('server.pem') },
    (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"secure":true}');
    },
  );
  return listen(server, () => server.closeAllConnections());
}

/** Takes TLS off, and hands everything on to a port on loopback. */
export async function startTlsFront(port: number): Promise<Listening> {
  const read = (name: string): Buffer => readFileSync(new URL(`./tls/${name}`, import.meta.url));
  const sockets = new Set<Duplex>();
  const server = createTlsServer(
    { key: read('server-key.pem'), cert: read('server.pem') },
    (socket) => {
      const upstream = connect(port, '127.0.0.1');
      for (const one of [socket, upstream]) {
        sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          socket.destroy();
          upstream.destroy();
        });
      }
      socket.pipe(upstream).pipe(socket);
    },
  );
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

export interface Proxy extends Listening {
  readonly tunnels: readonly { readonly target: string; readonly headers: IncomingHttpHeaders }[];
}

/** A proxy that takes every tunnel to the one port, or refuses it with a status. */
export async function startProxy(
  to: { port: number } | { refuse: number; headers?: string },
): Promise<Proxy> {
  const tunnels: { target: string; headers: IncomingHttpHeaders }[] = [];
  const sockets = new Set<Duplex>();
  const server = createHttpServer();
  server.on('connect', (request, socket: Duplex) => {
    tunnels.push({ target: request.url ?? '', headers: request.headers });
    sockets.add(socket);
    socket.on('error', () => undefined);
    if ('refuse' in to) {
      socket.end(`HTTP/1.1 ${to.refuse} No\r\n${to.headers ?? ''}content-length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(to.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on('error', () => socket.destroy());
  });
  const listening = await listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
  return { ...listening, tunnels };
}

/** A server of some other kind, which answers the same to everybody. */
export async function startRawServer(answer: string): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listen(server: Server, cut: () => void): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
