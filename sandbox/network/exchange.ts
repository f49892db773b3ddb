import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Authorization, parseAuthorization } from './authorization.ts';

/** One request as a server sees it. */
export interface Exchange {
  readonly method: string;
  /** As it was sent, percent-encoding included. */
  readonly path: string;
  /** The path's parts, decoded. A trailing slash gives an empty last part. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly authorization: Authorization;
  /** It may see pages, which ask for no sign-in. */
  readonly isInvited: boolean;
  /** Aborted when the client goes before its answer is complete. */
  readonly signal: AbortSignal;
  /** The body as a stream, for Git and LFS. */
  readonly request: IncomingMessage;
  /** The whole body. @throws BodyTooLarge beyond 10 MiB */
  readBody(): Promise<Buffer>;
}

const maxBodyBytes = 10 * 1024 * 1024;

export class BodyTooLarge extends Error {}
export class MalformedAddress extends Error {}

/** The query parameter, and the cookie that a browser gets for it. */
export const pagesKeyName = 'pages-key';

/**
 * @param target path and query as the server is to see them
 * @throws MalformedAddress if the path's percent-encoding is broken
 */
export function openExchange(
  request: IncomingMessage,
  target: string,
  { signal, pagesKey }: { readonly signal: AbortSignal; readonly pagesKey: string | null },
): Exchange {
  const questionMark = target.indexOf('?');
  const path = questionMark < 0 ? target : target.slice(0, questionMark);
  return {
    method: request.method ?? 'GET',
    path,
    segments: decodeSegments(path),
    query: new URLSearchParams(questionMark < 0 ? '' : target.slice(questionMark + 1)),
    headers: request.headers,
    authorization: parseAuthorization(request.headers.authorization),
    isInvited: pagesKey === null || hasKey(request, pagesKey),
    signal,
    request,
    readBody: () => readBody(request),
  };
}

function decodeSegments(path: string): string[] {
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    throw new MalformedAddress(path);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > maxBodyBytes) throw new BodyTooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function hasKey({ headers }: IncomingMessage, key: string): boolean {
  const cookies = (headers.cookie ?? '').split(';').map((one) => one.trim());
  return cookies.includes(`${pagesKeyName}=${key}`);
}
