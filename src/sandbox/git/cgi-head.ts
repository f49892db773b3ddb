import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface CgiHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const maxHeadBytes = 64 * 1024;

/** Reads the head of a CGI program's answer and leaves the rest in the stream; `null` if it ended before. */
export async function readCgiHead(stream: Readable): Promise<CgiHead | null> {
  let read = Buffer.alloc(0);
  const over = new Promise<void>((resolve) => {
    stream.once('end', resolve);
    stream.once('close', resolve);
    stream.once('error', () => resolve());
  });
  for (;;) {
    const chunk = stream.read() as Buffer | null;
    if (chunk === null) {
      if (stream.readableEnded || stream.destroyed) return null;
      await Promise.race([once(stream, 'readable').catch(() => undefined), over]);
      if (stream.readableEnded || stream.destroyed) return null;
      continue;
    }
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf('\r\n\r\n');
    if (end >= 0) {
      stream.unshift(read.subarray(end + 4));
      return parseHead(read.toString('latin1', 0, end));
    }
    if (read.length > maxHeadBytes) return null;
  }
}

function parseHead(text: string): CgiHead {
  const headers: Record<string, string> = {};
  let status = 200;
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'status') status = Number.parseInt(value, 10);
    else headers[name] = value;
  }
  return { status, headers };
}
