import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Network } from '../../network/tls-proxy/network.ts';
import type { GitAccess } from '../../ports/records/repository.ts';
import type { WriteJournal } from '../../ports/records/write.ts';
import { type Advertisement, readAdvertisement, type Service } from './advertisement.ts';
import { ProtocolError } from './packets.ts';

export interface SmartHttpOptions {
  /** All connections of the program leave through it: the same proxies, authorities and time-outs. */
  readonly network: Pick<Network, 'dispatcher' | 'journal'>;
  readonly access: GitAccess;
  readonly signal: AbortSignal;
}

/** One repository of a host, as Git's smart HTTP knows it (gitprotocol-http). It follows no redirect and retries nothing. */
export interface SmartHttp {
  /** Of the repository. */
  readonly url: string;
  readonly journal: WriteJournal | undefined;
  /** @throws ProtocolError, or what undici throws */
  advertised(service: Service): Promise<Advertisement>;
  /**
   * Sends a request whose body may arrive slowly.
   * @param signal ends this request alone
   * @returns the body of the answer
   * @throws ProtocolError for any status but 200, or what undici throws
   */
  post(
    service: Service,
    body: string | Buffer | Readable,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>>;
}

/** Bytes of a list of refs: more than a million of them. */
const mostListed = 128 * 1024 * 1024;

/** GitHub and Bitbucket tell Git from a browser by it. */
const userAgent = 'git/2.45.0 (migrator)';

export function openSmartHttp(options: SmartHttpOptions): SmartHttp {
  const { url } = options.access;
  return {
    url,
    journal: options.network.journal,
    async advertised(service) {
      const body = await send(options, {
        method: 'GET',
        address: new URL(`${url}/info/refs?service=${service}`),
        type: `application/x-${service}-advertisement`,
        body: null,
      });
      return readAdvertisement(limited(body), service);
    },
    post: (service, body, signal) =>
      send(signal === undefined ? options : { ...options, signal: both(options.signal, signal) }, {
        method: 'POST',
        address: new URL(`${url}/${service}`),
        type: `application/x-${service}-result`,
        contentType: `application/x-${service}-request`,
        body,
      }),
  };
}

function both(one: AbortSignal, other: AbortSignal): AbortSignal {
  return AbortSignal.any([one, other]);
}

interface SmartRequest {
  readonly method: 'GET' | 'POST';
  readonly address: URL;
  /** Of the answer; whatever else answers is no Git host. */
  readonly type: string;
  readonly contentType?: string;
  readonly body: string | Buffer | Readable | null;
}

async function send(
  { network, access, signal }: SmartHttpOptions,
  { method, address, type, contentType, body }: SmartRequest,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await network.dispatcher.request({
    origin: address.origin,
    path: `${address.pathname}${address.search}`,
    method,
    headers: {
      'user-agent': userAgent,
      accept: type,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...authorization(access),
    },
    body,
    // A held body delays the answer, so the caller sets the time limit (held-push.ts).
    ...(body instanceof Readable ? { headersTimeout: 0 } : {}),
    signal,
  });
  const { statusCode, headers } = response;
  if (statusCode === 200 && headers['content-type'] === type)
    return keepingConnection(response.body);
  drop(response.body);
  if (statusCode === 200)
    throw new ProtocolError(`${address.host} responded with an unexpected content type`);
  throw new ProtocolError(`${address.host} responded with HTTP ${statusCode}`, statusCode);
}

function authorization({ credential, bearer }: GitAccess): Record<string, string> {
  if (bearer !== undefined) return { authorization: `Bearer ${bearer}` };
  if (credential === null) return {};
  const pair = Buffer.from(`${credential.username}:${credential.password}`, 'utf8');
  return { authorization: `Basic ${pair.toString('base64')}` };
}

type Body = Dispatcher.ResponseData['body'];

function drop(body: Body): void {
  body.on('error', () => undefined);
  body.destroy();
}

/**
 * A reader stops at the packet that it waits for, and a body that is given up takes its connection with it: the few bytes
 * that may follow are read, so that the next request need not connect again.
 */
async function* keepingConnection(body: Body): AsyncGenerator<Uint8Array> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } finally {
    readRest(body);
  }
}

/** Of what follows the last packet. */
const mostLeft = { bytes: 16 * 1024, milliseconds: 1000 };

function readRest(body: Body): void {
  if (body.destroyed || body.readableEnded) return;
  let { bytes } = mostLeft;
  body.on('error', () => undefined);
  body.on('data', (chunk: Uint8Array) => {
    bytes -= chunk.length;
    if (bytes < 0) body.destroy();
  });
  const timer = setTimeout(() => body.destroy(), mostLeft.milliseconds).unref();
  body.once('close', () => clearTimeout(timer));
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostListed) throw new ProtocolError('The list of refs is too long');
    yield chunk;
  }
}
