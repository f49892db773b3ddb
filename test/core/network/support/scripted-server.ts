import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Data is sent as JSON, text and bytes as they are. */
  readonly body?: unknown;
}

/** Describes what to do with a request: answer it, or take the response into one's own hands. */
export type Script = (
  request: ReceivedRequest,
  response: ServerResponse,
) => Reply | 'handled' | Promise<Reply | 'handled'>;

export interface ScriptedServer extends AsyncDisposable {
  readonly origin: string;
  readonly host: string;
  readonly requests: readonly ReceivedRequest[];
}

/** A real HTTP server on loopback that answers what the script says. */
export async function startScriptedServer(
  script: Script,
  address = '127.0.0.1',
): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await receive(incoming);
    requests.push(request);
    const reply = await script(request, response);
    if (reply !== 'handled') answer(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return {
    origin: `http://${host}`,
    host,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Gives the replies one after another, and the last one for ever. */
export function inTurn(...replies: readonly (Reply | Script)[]): Script {
  let next = 0;
  return (request, response) => {
    const reply = replies[Math.min(next++, replies.length - 1)] ?? { status: 500 };
    return typeof reply === 'function' ? reply(request, response) : reply;
  };
}

/** Cuts the connection without an answer. */
export const reset: Script = (_request, response) => {
  response.socket?.resetAndDestroy();
  return 'handled';
};

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function answer(response: ServerResponse, reply: Reply): void {
  const raw = typeof reply.body === 'string' || reply.body instanceof Uint8Array;
  response.writeHead(reply.status ?? 200, {
    ...(raw || reply.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...reply.headers,
  });
  if (reply.body === undefined) response.end();
  else response.end(raw ? reply.body : JSON.stringify(reply.body));
}
