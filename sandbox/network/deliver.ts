import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Answer } from './answer.ts';

/** Sends an answer. With `truncate` the connection ends in the middle of the body. */
export async function deliver(
  answer: Answer,
  response: ServerResponse,
  options: { truncate: boolean; head: boolean },
): Promise<void> {
  if (response.destroyed) return discard(answer);
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.statusCode = answer.status;
  if (answer.body instanceof Readable) return stream(answer.body, response, options.truncate);
  const body = Buffer.from(answer.body ?? '');
  if (answer.status !== 204 && answer.status !== 304) {
    response.setHeader('content-length', body.length);
  }
  if (options.truncate) return truncate(response, body.subarray(0, body.length >> 1));
  response.end(options.head ? undefined : body);
  await finished(response).catch(() => undefined);
}

/** Lets the work behind an answer come to its end without sending it. */
export async function discard(answer: Answer): Promise<void> {
  if (!(answer.body instanceof Readable)) return;
  answer.body.resume();
  await finished(answer.body).catch(() => undefined);
}

async function stream(body: Readable, response: ServerResponse, cut: boolean): Promise<void> {
  if (!cut) {
    // The client may go at any time: the server hears of that by its signal.
    await pipeline(body, response).catch(() => undefined);
    return;
  }
  const [first] = (await Promise.race([once(body, 'data'), once(body, 'end')])) as [unknown];
  body.resume();
  const chunk = Buffer.isBuffer(first) ? first : Buffer.alloc(0);
  await truncate(response, chunk.subarray(0, chunk.length >> 1));
}

function truncate(response: ServerResponse, part: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.destroy();
      resolve();
    };
    response.flushHeaders();
    if (part.length === 0) setImmediate(end);
    else response.write(part, end);
  });
}
