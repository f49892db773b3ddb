import type { Readable, Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { parseJson } from './json.ts';

/**
 * What an answer's body turned out to be. Anything but JSON is thrown away unread, because it may hold secrets, unless
 * a text was asked for; a web page is never one.
 */
export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly isWhole: boolean }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unusable'; readonly why: UnusableBody };

export type UnusableBody =
  | 'html'
  | 'not-json'
  | 'truncated'
  | 'malformed'
  | 'too-deep'
  | 'too-large'
  | 'unknown-encoding';

export interface BodyOptions {
  /** Empty where the header is missing. */
  readonly contentType: string;
  readonly contentEncoding: string;
  /** Bytes after decompression, and before. */
  readonly maxBytes: number;
  /** A text is cut where it is too long, JSON is refused. */
  readonly expects: ExpectedBody;
  /** How deeply JSON may nest; as deeply as most answers if left out. */
  readonly maxDepth?: number | undefined;
}

/** `bytes`: whatever a file holds, of which too much is not read to the end. */
export type ExpectedBody = 'json' | 'text' | 'bytes';

/**
 * Reads a body, at most `maxBytes` of it: a megabyte of gzip can stand for a gigabyte, so what comes out of the
 * decompressor is counted as it comes and the connection is cut when it is too much.
 * @throws what the stream throws, when the connection breaks
 */
export async function readBody(raw: Readable, options: BodyOptions): Promise<Body> {
  const encoding = options.contentEncoding.trim().toLowerCase();
  const decoder = decoderFor(encoding);
  if (decoder === 'unknown') return discard(raw, 'unknown-encoding');
  const contentType = options.contentType.trim();
  if (options.expects === 'bytes') return readBytes(raw, decoder, options.maxBytes);
  if (options.expects === 'text' && isPlainText(contentType))
    return readText(raw, decoder, options);
  let text: string | null;
  try {
    const collected = await collect(raw, decoder, options.maxBytes);
    text = collected.isWhole ? collected.text : null;
  } catch (thrown) {
    return undecodable(thrown);
  }
  if (text === null) return { kind: 'unusable', why: 'too-large' };
  if (text === '') return { kind: 'empty' };
  // Small stand-ins and proxies leave the header away: then the body itself tells.
  if (contentType !== '' && !/[/+]json\b/i.test(contentType)) {
    return { kind: 'unusable', why: /html/i.test(contentType) ? 'html' : 'not-json' };
  }
  const parsed = parseJson(text, options.maxDepth);
  if (parsed.ok) return { kind: 'json', value: parsed.value };
  const isProse = contentType === '' && parsed.why === 'malformed';
  return { kind: 'unusable', why: isProse ? 'not-json' : parsed.why };
}

/** Patches come under several names. A refusal may still come as JSON, and is then read as such. */
function isPlainText(contentType: string): boolean {
  return !/html|[/+]json\b/i.test(contentType);
}

/** What is cut ends with a whole character. */
async function readText(
  raw: Readable,
  decoder: Transform | null,
  { maxBytes }: BodyOptions,
): Promise<Body> {
  try {
    // What is compressed comes in pieces that may be larger than what is wanted of it.
    const maxReceived = maxBytes + 1024 * 1024;
    const { text } = await collect(raw, decoder, maxBytes, maxReceived);
    return text === '' ? { kind: 'empty' } : { kind: 'text', text };
  } catch (thrown) {
    return undecodable(thrown);
  }
}

async function readBytes(
  raw: Readable,
  decoder: Transform | null,
  maxBytes: number,
): Promise<Body> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of decoder === null ? raw : decode(raw, decoder, maxBytes)) {
      size += (piece as Buffer).length;
      if (size > maxBytes) return { kind: 'bytes', bytes: new Uint8Array(), isWhole: false };
      pieces.push(piece as Buffer);
    }
    return { kind: 'bytes', bytes: Buffer.concat(pieces), isWhole: true };
  } catch (thrown) {
    return undecodable(thrown);
  } finally {
    decoder?.destroy();
    raw.destroy();
  }
}

function undecodable(thrown: unknown): Body {
  if (thrown instanceof TooLarge) return { kind: 'unusable', why: 'too-large' };
  if (isDecodingError(thrown)) return { kind: 'unusable', why: 'truncated' };
  throw thrown;
}

function decoderFor(encoding: string): Transform | null | 'unknown' {
  switch (encoding) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    case 'zstd':
      return createZstdDecompress();
    default:
      return 'unknown';
  }
}

/** The encodings that answers may come in. */
export const acceptEncoding = 'gzip, br, zstd';

/**
 * All of the text, or its beginning up to a whole character if it is too long. Each piece is decoded as it comes: what
 * is kept until the end would lie outside the heap, where it is cleared away late.
 */
async function collect(
  raw: Readable,
  decoder: Transform | null,
  maxBytes: number,
  maxReceived = maxBytes,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const characters = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for await (const piece of decoder === null ? raw : decode(raw, decoder, maxReceived)) {
      const chunk = piece as Buffer;
      const wanted = chunk.subarray(0, maxBytes - size);
      size += chunk.length;
      text += characters.decode(wanted, { stream: true });
      if (size > maxBytes) return { text, isWhole: false };
    }
  } finally {
    // An early return must free the decompressor and cut the connection; after the end both do nothing.
    decoder?.destroy();
    raw.destroy();
  }
  return { text: text + characters.decode(), isWhole: true };
}

function decode(raw: Readable, decoder: Transform, maxBytes: number): Readable {
  let received = 0;
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) decoder.destroy(new TooLarge());
  });
  raw.on('error', (error) => decoder.destroy(error));
  return raw.pipe(decoder);
}

class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

function isDecodingError(thrown: unknown): boolean {
  const code = (thrown as { code?: unknown } | null)?.code;
  return (
    typeof code === 'string' && /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_ZLIB|ZSTD|ERR_ZSTD)/.test(code)
  );
}

function discard(raw: Readable, why: UnusableBody): Body {
  raw.on('error', () => undefined);
  raw.destroy();
  return { kind: 'unusable', why };
}
