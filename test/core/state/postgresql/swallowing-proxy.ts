import { createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../../../src/core/state/postgresql/connection/database-address.ts';

/** A way to the server's socket that can swallow answers: then the server has done what nobody hears of. */
export async function openSwallowingProxy({ host, port }: DatabaseAddress): Promise<{
  server: Server;
  port: number;
  swallow: (after: RegExp) => void;
}> {
  let swallowed: RegExp | null = null;
  const server = createServer((client: Socket) => {
    const upstream = openSocket(join(host, `.s.PGSQL.${port}`));
    let isSilent = false;
    client.on('data', (data) => {
      if (swallowed?.test(data.toString('latin1'))) {
        isSilent = true;
        swallowed = null;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      // Done and committed: now the connection breaks.
      if (isSilent) client.destroy();
      else client.write(data);
    });
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, port: own, swallow: (after) => (swallowed = after) };
}
