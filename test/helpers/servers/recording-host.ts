import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingHost extends AsyncDisposable {
  readonly url: string;
  /** Everything that went either way, as it went: addresses, headers and bodies. */
  readonly traffic: readonly string[];
}

/** Stands before a host and keeps what passes. Links of the host's own that lead past it are led back through it. */
export async function openRecordingHost(behind: string): Promise<RecordingHost> {
  const traffic: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/', headers } = request;
    traffic.push(`${method} ${url}`, JSON.stringify(headers), body.toString('utf8'));
    const { authorization = '', 'user-agent': agent = '' } = headers;
    const got = await fetch(`${behind}${url}`, {
      method,
      redirect: 'manual',
      headers: {
        ...Object.fromEntries(
          Object.entries(headers).filter((one): one is [string, string] =>
            /^x-vault-/.test(one[0]),
          ),
        ),
        'user-agent': agent,
        'content-type': headers['content-type'] ?? 'application/json',
        ...(authorization === '' ? {} : { authorization }),
      },
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    });
    const text = (await got.text()).replaceAll(behind, address());
    const kept = [...got.headers].filter(([name]) => !/^(content|transfer|connection)/.test(name));
    traffic.push(String(got.status), JSON.stringify(kept), text);
    response.writeHead(got.status, {
      ...Object.fromEntries(kept),
      'content-type': 'application/json; charset=utf-8',
    });
    response.end(got.status === 204 ? undefined : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address(),
    traffic,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
