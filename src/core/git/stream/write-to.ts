import { PassThrough, type Writable } from 'node:stream';

/**
 * Creates a buffer for a slow reader. It holds little: chunks that wait long outlive the young generation, and only a
 * whole collection frees them then.
 */
export function writeBuffer(): PassThrough {
  const buffer = new PassThrough({ highWaterMark: 256 * 1024 });
  // The writer learns of the end by writeTo().
  buffer.on('error', () => undefined);
  return buffer;
}

/**
 * Writes a chunk and waits until there is room for the next.
 * @returns `false` once the stream is closed, or has had no room for so many milliseconds
 */
export function writeTo(
  stream: Writable,
  chunk: Uint8Array,
  milliseconds = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  if (stream.destroyed || stream.writableEnded) return Promise.resolve(false);
  if (stream.write(chunk)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = Number.isFinite(milliseconds) ? setTimeout(close, milliseconds) : undefined;
    function end(hasRoom: boolean): void {
      clearTimeout(timer);
      stream.off('drain', drained);
      stream.off('close', close);
      resolve(hasRoom);
    }
    function drained(): void {
      end(true);
    }
    function close(): void {
      end(false);
    }
    stream.once('drain', drained);
    stream.once('close', close);
  });
}
