import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedNotice {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedNotice[];
  /** The bodies so far, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  notices(): readonly any[];
}

/** @param answer status for the nth request; `null`: none, ever */
export async function openReceiver(
  answer: (nth: number) => number | null = () => 200,
): Promise<Receiver> {
  const received: ReceivedNotice[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ headers: request.headers, body });
    const status = answer(received.length);
    if (status !== null) response.writeHead(status).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T000/B000`,
    received,
    notices: () => received.map(({ body }) => JSON.parse(body)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
