import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { RegistrationAnswer, RegistrationRequest } from './registration.ts';

/** Bytes of a request: an address, and some. */
const maxBodyBytes = 4096;

/** Milliseconds that a request may take to come, and how often it is looked at: Node's own 30 s would be three times as long. */
const patience = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
};

/**
 * The service over HTTP. TLS is the business of the proxy in front of it.
 * @param options.trustsProxy whose request it is stands in the last entry of X-Forwarded-For
 */
export function serveRegistrations(options: {
  handle: (request: RegistrationRequest) => Promise<RegistrationAnswer>;
  trustsProxy: boolean;
}): Server {
  const server = createServer(patience, async (request, response) => {
    const { status, headers, json } = await answer(request, options);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(`${JSON.stringify(json)}\n`);
  });
  return server;
}

async function answer(
  request: IncomingMessage,
  { handle, trustsProxy }: Parameters<typeof serveRegistrations>[0],
): Promise<RegistrationAnswer> {
  let body = '';
  try {
    for await (const part of request.setEncoding('utf8')) {
      body += part;
      if (body.length > maxBodyBytes) return tooLarge;
    }
  } catch {
    return tooLarge;
  }
  const forwarded = trustsProxy ? lastOf(request.headers['x-forwarded-for']) : undefined;
  return handle({
    method: request.method ?? 'GET',
    path: (request.url ?? '/').split('?')[0] ?? '/',
    body,
    client: forwarded ?? request.socket.remoteAddress ?? '',
  });
}

const tooLarge: RegistrationAnswer = {
  status: 413,
  headers: { connection: 'close' },
  json: { message: 'This is too long.' },
};

function lastOf(header: string | string[] | undefined): string | undefined {
  const all = Array.isArray(header) ? header.join(',') : header;
  return all?.split(',').at(-1)?.trim();
}
