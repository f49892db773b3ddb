import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { interrupted, MigratorError } from '../../kernel/errors.ts';
import type { HttpResponse } from '../response/response.ts';
import { connectionError, type LostResponse } from '../tls-proxy/connection-errors.ts';
import type { Network } from '../tls-proxy/network.ts';
import { acceptEncoding, type ExpectedBody, readBody, type UnusableBody } from './body.ts';
import { startDeadline } from './deadline.ts';

export interface RoundTripRequest {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FileBody | null;
  readonly maxBodyBytes: number;
  readonly expects: ExpectedBody;
  readonly maxDepth?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer; `Infinity`: only the read time-out applies. */
  readonly longestSilence?: number | undefined;
}

/** A part of a file, or all of it. */
export interface FileBody {
  readonly path: string;
  readonly start: number;
  /** Bytes; at least one. */
  readonly length: number;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type RoundTrip =
  | {
      readonly outcome: 'answer';
      readonly answer: HttpResponse;
      /** Why the body gave no JSON. */
      readonly unusable: UnusableBody | null;
    }
  | ({ readonly outcome: 'lost' } & LostResponse);

/** A slow answer may take this many read time-outs in all. */
const patience = 10;

/**
 * One request and its answer, without retries or redirects.
 * @throws `interrupted` when the signal is aborted
 */
export async function roundTrip(network: Network, request: RoundTripRequest): Promise<RoundTrip> {
  const { url, signal } = request;
  const silence = request.longestSilence ?? Number.POSITIVE_INFINITY;
  const longest = longestAnswer(network);
  using deadline = startDeadline(Math.min(silence, longest), signal);
  let hasStarted = false;
  try {
    const response = await network.dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: { 'accept-encoding': acceptEncoding, ...request.headers },
      // An upload may take longer than any answer: only its silence counts.
      body: openBody(request.body, () => deadline.restart(longest)),
      signal: deadline.signal,
      ...bodyTimeout(network, silence),
    });
    hasStarted = true;
    deadline.restart(longest);
    return await parseResponse(response, request);
  } catch (thrown) {
    if (signal?.aborted) throw interrupted({ cause: signal.reason });
    if (deadline.hasPassed)
      return slow(url, hasStarted ? null : Math.min(silence, longest), network);
    return { outcome: 'lost', ...connectionError(thrown, url, network) };
  }
}

function openBody(body: RoundTripRequest['body'], onBytes: () => void): string | Readable | null {
  if (body === null || typeof body === 'string') return body;
  const { path, start, length } = body;
  const file = createReadStream(path, { start, end: start + length - 1 });
  return file.on('data', onBytes).pause();
}

async function parseResponse(
  response: Dispatcher.ResponseData,
  { maxBodyBytes, expects, maxDepth }: RoundTripRequest,
): Promise<RoundTrip> {
  const headers = flatHeaders(response.headers);
  const body = await readBody(response.body, {
    contentType: headers['content-type'] ?? '',
    contentEncoding: headers['content-encoding'] ?? '',
    maxBytes: maxBodyBytes,
    maxDepth,
    // A refusal explains itself in JSON.
    expects: expects === 'bytes' && response.statusCode !== 200 ? 'json' : expects,
  });
  return {
    outcome: 'answer',
    answer: {
      status: response.statusCode,
      headers,
      json: body.kind === 'json' ? body.value : null,
      ...(body.kind === 'text' ? { text: body.text } : {}),
      ...(body.kind === 'bytes' ? { bytes: body.bytes, isCut: !body.isWhole } : {}),
    },
    unusable: body.kind === 'unusable' ? body.why : null,
  };
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/** A read time-out of 0 means none. */
function longestAnswer({ readTimeoutSeconds }: Network): number {
  const milliseconds = Math.ceil(readTimeoutSeconds * patience * 1000);
  return milliseconds === 0 ? Number.POSITIVE_INFINITY : milliseconds;
}

/** Between two pieces of an answer; unset where the network's own is shorter. */
function bodyTimeout({ readTimeoutSeconds }: Network, silence: number): { bodyTimeout?: number } {
  const own = readTimeoutSeconds === 0 ? Number.POSITIVE_INFINITY : readTimeoutSeconds * 1000;
  return silence < own ? { bodyTimeout: Math.ceil(silence) } : {};
}

/** @param silence milliseconds without an answer; `null`: the answer had started */
function slow(url: URL, silence: number | null, network: Network): RoundTrip {
  const seconds = (milliseconds: number) => Math.ceil(milliseconds / 100) / 10;
  const message =
    silence === null
      ? `The response from ${url.host} was not complete after ${network.readTimeoutSeconds * patience} s`
      : `${url.host} did not respond within ${seconds(silence)} s`;
  const setting = silence === null ? 'network.read_timeout' : 'network.outage_seconds';
  const error = new MigratorError('unavailable', message, {
    hint: `Raise ${setting}, and check HTTPS_PROXY.`,
  });
  return { outcome: 'lost', error, mayHaveArrived: true };
}
