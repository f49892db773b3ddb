import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Passing {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: unknown;
  /** Sends something else to the host behind, with this request's credentials. */
  send(method: string, path: string, body?: unknown): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface HostBetween extends AsyncDisposable {
  readonly url: string;
}

/** `null`: the host behind answers. `lost`: it does what it was asked for, and nobody hears of it. */
export type Intercept = (
  passing: Passing,
) => Promise<Reply | 'lost' | null> | Reply | 'lost' | null;

/** A host that passes everything on to another, except for what a test has it answer differently. */
export async function openHostBetween(behind: string, intercept: Intercept): Promise<HostBetween> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = 'GET', url: path = '/' } = request;
    const { authorization = '' } = request.headers;
    const headers = { authorization, 'content-type': 'application/json' };
    async function send(as: string, to: string, body?: unknown): Promise<Reply> {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const got = await fetch(`${behind}${to}`, {
        method: as,
        headers,
        redirect: 'manual',
        ...content,
      });
      const answered = await got.text();
      const kept = [...got.headers].filter(
        ([name]) => !/^(content|transfer|connection)/.test(name),
      );
      return {
        status: got.status,
        headers: Object.fromEntries(kept),
        body: answered === '' ? undefined : JSON.parse(answered),
      };
    }
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const special = await intercept({ method, path, body, send });
    if (special !== null && special !== 'lost') return write(response, special);
    const reply = await send(method, path, body);
    if (special === 'lost') request.socket.destroy();
    else write(response, reply);
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function write(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
