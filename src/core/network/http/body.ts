import type { Readable, Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { parseJson } from '../response/json.ts';

/** A body. Anything but JSON is discarded, because it may hold secrets, unless a text was requested; HTML always is. */
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
  /** Empty without the header. */
  readonly contentType: string;
  readonly contentEncoding: string;
  /** Before and after decompression. */
  readonly maxBytes: number;
  /** Too long a text is cut; too long a JSON is refused. */
  readonly expects: ExpectedBody;
  /** How deeply JSON may nest. */
  readonly maxDepth?: number | undefined;
}

/** `bytes`: any file; reading stops at the limit. */
export type ExpectedBody = 'json' | 'text' | 'bytes';

/**
 * Reads at most `maxBytes`: a megabyte of gzip can hold a gigabyte, so decompressed bytes are counted as they arrive.
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
  // Some stand-ins and proxies omit the header: then the body decides.
  if (contentType !== '' && !/[/+]json\b/i.test(contentType)) {
    return { kind: 'unusable', why: /html/i.test(contentType) ? 'html' : 'not-json' };
  }
  const parsed = parseJson(text, options.maxDepth);
  if (parsed.ok) return { kind: 'json', value: parsed.value };
  const isProse = contentType === '' && parsed.why === 'malformed';
  return { kind: 'unusable', why: isProse ? 'not-json' : parsed.why };
}

/** Patches have several content types. A refusal may still be JSON. */
function isPlainText(contentType: string): boolean {
  return !/html|[/+]json\b/i.test(contentType);
}

/** A cut text ends with a whole character. */
async function readText(
  raw: Readable,
  decoder: Transform | null,
  { maxBytes }: BodyOptions,
): Promise<Body> {
  try {
    // Compressed chunks may be larger than the wanted part.
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

export const acceptEncoding = 'gzip, br, zstd';

/**
 * The text, cut at a whole character if it is too long. Decodes each piece at once: buffers lie outside the heap, where
 * they are collected late.
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
    // For an early return; after the end both do nothing.
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
