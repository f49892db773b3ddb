import { type Answer, emptyAnswer, textAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { HostName } from '../network/faults.ts';
import type { HostServer } from '../network/server.ts';
import { type BatchAction, lfsAnswer, lfsMediaType, lfsRefusal } from './batch.ts';
import { isOid, type ObjectStore, WrongContent } from './object-store.ts';
import type { Signatures } from './signatures.ts';

export interface MediaOptions {
  readonly host: HostName;
  readonly signatures: Signatures;
  /** The store of a repository, by the identity that its addresses carry. */
  findStore(repository: string): ObjectStore | null;
}

export interface MediaObject {
  readonly signatures: Signatures;
  readonly repository: string;
  readonly oid: string;
  readonly size: number;
}

/** Where one object is fetched from or sent to; the address itself opens it. */
export function mediaAddress(
  base: string,
  options: MediaObject & { operation: 'GET' | 'PUT' },
): string {
  const { operation, repository, oid, size } = options;
  const signature = options.signatures.sign(rightTo(operation, repository, oid));
  return `${base}/media/${repository}/${oid}?size=${size}&signature=${signature}`;
}

/** The LFS action that asks whether an object has come; opened by a header, as GitHub does it. */
export function verifyAction(base: string, object: MediaObject): BatchAction {
  const { repository, oid, signatures } = object;
  const signature = signatures.sign(rightTo('VERIFY', repository, oid));
  return {
    href: `${base}/verify/${repository}/${oid}`,
    header: { Authorization: `RemoteAuth ${signature}`, Accept: lfsMediaType },
    expires_in: 900,
  };
}

function rightTo(operation: 'GET' | 'PUT' | 'VERIFY', repository: string, oid: string): string {
  return `${operation} ${repository} ${oid}`;
}

/**
 * The store behind the LFS addresses: another origin than the Git host, opened by the signature in the address
 * alone. Like such stores do, it refuses a request that brings an Authorization header of another host.
 */
export function createMediaServer(options: MediaOptions): HostServer {
  return { host: options.host, handle: (exchange) => handle(options, exchange) };
}

async function handle(options: MediaOptions, exchange: Exchange): Promise<Answer> {
  const [root, repository = '', oid = '', ...rest] = exchange.segments;
  if (rest.length > 0 || !isOid(oid)) return textAnswer(404, 'Not Found');
  if (root === 'verify') return verify(options, exchange, repository, oid);
  if (root !== 'media') return textAnswer(404, 'Not Found');
  if (exchange.authorization.kind !== 'none') {
    return textAnswer(400, 'Only one auth mechanism allowed');
  }
  const operation = exchange.method === 'HEAD' ? 'GET' : exchange.method;
  if (operation !== 'GET' && operation !== 'PUT') return textAnswer(405, 'Method Not Allowed');
  const signature = exchange.query.get('signature') ?? '';
  if (!options.signatures.verify(rightTo(operation, repository, oid), signature)) {
    return textAnswer(403, 'The signature does not match');
  }
  const store = options.findStore(repository);
  if (store === null) return textAnswer(404, 'Not Found');
  return operation === 'GET' ? download(store, oid, exchange) : upload(store, oid, exchange);
}

async function verify(
  options: MediaOptions,
  exchange: Exchange,
  repository: string,
  oid: string,
): Promise<Answer> {
  if (exchange.method !== 'POST') return lfsRefusal(405, 'Method Not Allowed');
  const signature = (exchange.headers.authorization ?? '').replace(/^RemoteAuth /, '');
  if (!options.signatures.verify(rightTo('VERIFY', repository, oid), signature)) {
    return lfsRefusal(403, 'Forbidden');
  }
  const size = options.findStore(repository)?.size(oid) ?? null;
  const said: unknown = JSON.parse((await exchange.readBody()).toString('utf8'));
  const asked = said as { oid?: unknown; size?: unknown } | null;
  if (size === null) return lfsRefusal(404, 'Not Found');
  if (asked?.oid !== oid || asked.size !== size) return lfsRefusal(422, 'Validation error');
  return lfsAnswer(200, {});
}

function download(store: ObjectStore, oid: string, exchange: Exchange): Answer {
  const size = store.size(oid);
  if (size === null) return textAnswer(404, 'Not Found');
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(size) };
  return { status: 200, headers, body: exchange.method === 'HEAD' ? null : store.read(oid) };
}

async function upload(store: ObjectStore, oid: string, exchange: Exchange): Promise<Answer> {
  const size = Number(exchange.query.get('size'));
  try {
    await store.receive(oid, size, exchange.request);
    return emptyAnswer(200);
  } catch (thrown) {
    if (thrown instanceof WrongContent) return textAnswer(400, 'The content does not match');
    throw thrown;
  }
}
