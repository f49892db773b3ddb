import { createServer, connect as openSocket, type Socket } from 'node:net';

export interface Forwarder extends AsyncDisposable {
  readonly port: number;
  /** From now on nothing comes through, neither way, and neither end gets an error, as in a network partition. */
  cut(): void;
  mend(): void;
}

/** A way to a server of this machine that can be cut. */
export async function openForwarder(to: number): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const own = isCut ? [client] : [client, openSocket(to, '127.0.0.1')];
    for (const socket of own) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of own) other.destroy();
      });
    }
    const [, upstream] = own;
    if (upstream !== undefined) client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  /** Drops what was on its way, whichever end it came from. */
  function forget(): void {
    for (const socket of sockets) socket.destroy();
  }
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      isCut = false;
      forget();
    },
    async [Symbol.asyncDispose]() {
      forget();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
