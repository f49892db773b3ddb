import { type Answer, jsonAnswer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import { isOid } from './object-store.ts';

export const lfsMediaType = 'application/vnd.git-lfs+json';

export interface BatchRequest {
  readonly operation: 'download' | 'upload';
  readonly objects: readonly { readonly oid: string; readonly size: number }[];
}

export interface BatchAction {
  readonly href: string;
  readonly header?: Readonly<Record<string, string>>;
  readonly expires_in?: number;
}

export interface BatchObject {
  readonly oid: string;
  readonly size: number;
  readonly authenticated?: true;
  readonly actions?: Readonly<Record<string, BatchAction>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export function lfsAnswer(status: number, value: unknown): Answer {
  return jsonAnswer(status, value, { 'content-type': lfsMediaType });
}

export function lfsRefusal(status: number, message: string): Answer {
  return lfsAnswer(status, { message, documentation_url: 'https://git-lfs.com' });
}

/** The request, or the answer that refuses it: 406 without the media type, 422 if it cannot be understood. */
export async function readBatch(exchange: Exchange): Promise<BatchRequest | Answer> {
  if (!(exchange.headers.accept ?? '').includes(lfsMediaType)) {
    return lfsRefusal(406, `The Accept header must be ${lfsMediaType}.`);
  }
  const request = parse(await exchange.readBody());
  return request ?? lfsRefusal(422, 'Validation error: the batch request cannot be understood.');
}

export function isRefusal(value: BatchRequest | Answer): value is Answer {
  return 'status' in value;
}

function parse(body: Buffer): BatchRequest | null {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { operation, objects, transfers, hash_algo } = value as Record<string, unknown>;
  if (operation !== 'download' && operation !== 'upload') return null;
  if (transfers !== undefined && !(Array.isArray(transfers) && transfers.includes('basic'))) {
    return null;
  }
  if (hash_algo !== undefined && hash_algo !== 'sha256') return null;
  if (!Array.isArray(objects) || !objects.every(isObjectName)) return null;
  return { operation, objects };
}

function isObjectName(value: unknown): value is { oid: string; size: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { oid, size } = value as Record<string, unknown>;
  return (
    typeof oid === 'string' && isOid(oid) && typeof size === 'number' && Number.isSafeInteger(size)
  );
}
