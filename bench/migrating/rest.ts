import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** Requests over connections that are kept, as any careful script would send them. */
export interface Rest extends Disposable {
  /** @returns the body, parsed. @throws Error for a status that is not wanted */
  send(call: RestCall): Promise<unknown>;
}

interface RestCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Whole, with its query. */
  readonly url: string;
  readonly authorization: string;
  readonly body?: object;
  /** 200 to 299 if left out. */
  readonly wanted?: number;
}

export function openRest(): Rest {
  const agent = new Agent({ keepAlive: true });
  return {
    async send({ method, url, authorization, body, wanted }) {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const request = httpRequest(url, {
        method,
        agent,
        headers: {
          accept: 'application/json',
          authorization,
          'user-agent': 'bench',
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
        request.once('response', resolve);
        request.once('error', reject);
        request.end(payload);
      });
      const answer = await text(response);
      const status = response.statusCode ?? 0;
      if (wanted === undefined ? status >= 300 : status !== wanted) {
        throw new Error(`${method} ${url}: ${status} ${answer}`);
      }
      return answer === '' ? null : JSON.parse(answer);
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
