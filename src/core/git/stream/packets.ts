import { Buffer } from 'node:buffer';

/** The other side does not speak Git's protocol, or ended in the middle of it. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** Ends a list of packets. */
export const flush = '0000';

/** What a packet can carry: four digits of length and 65,516 bytes (gitprotocol-common). */
const mostBytes = 65_520;

/** One packet (pkt-line): its length with itself as four hexadecimal digits, then the text. Pure. */
export function packet(text: string): string {
  return `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`;
}

/**
 * Cuts a stream of bytes into packets as they come; `null` stands for a flush packet. Holds at most one packet and one
 * chunk.
 * @throws ProtocolError for a malformed length, and for an end within a packet
 */
export async function* readPackets(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer | null, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? asBuffer(chunk) : Buffer.concat([rest, chunk]);
    let start = 0;
    while (rest.length - start >= 4) {
      const length = lengthAt(rest, start);
      const end = start + Math.max(length, 4);
      if (end > rest.length) break;
      yield length === 0 ? null : rest.subarray(start + 4, end);
      start = end;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) throw new ProtocolError('The response ended within a packet');
}

function lengthAt(bytes: Buffer, start: number): number {
  const digits = bytes.toString('latin1', start, start + 4);
  const length = /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  // 1 to 3 belong to version 2 of the protocol, which is not asked for.
  if (length !== 0 && (length < 4 || length > mostBytes))
    throw new ProtocolError('The response is not in packets');
  return length;
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
