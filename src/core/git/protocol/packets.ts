import { Buffer } from 'node:buffer';

/** The other side does not speak Git's protocol, or ended in the middle of it. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  /** Of an HTTP response that says so itself. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** Ends a list of packets. */
export const flush = '0000';

/** Size limit of a packet: four digits of length and 65,516 bytes (gitprotocol-common). */
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

/** A part of a packet. */
export interface Piece {
  /** The packet's first byte: which side band it belongs to. */
  readonly band: number;
  /** Bytes after the packets. */
  readonly data: Buffer;
  readonly isLast: boolean;
}

/**
 * As {@link readPackets}, but without waiting for whole packets, and without copying: a pack of hundreds of megabytes goes
 * through here.
 * @throws ProtocolError for a malformed length, a packet of no bytes, and for an end within a packet
 */
export async function* readPieces(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Piece | null, void, undefined> {
  const packetHead = { bytes: Buffer.alloc(5), length: 0, left: 0 };
  for await (const chunk of bytes) yield* cut(asBuffer(chunk), packetHead);
  if (packetHead.length > 0) throw new ProtocolError('The response ended within a packet');
}

interface PacketHead {
  /** Length and first byte of the packet. */
  readonly bytes: Buffer;
  /** How many of them are there. */
  length: number;
  /** Bytes of the packet that have not arrived yet. */
  left: number;
}

function* cut(chunk: Buffer, head: PacketHead): Generator<Piece | null, void, undefined> {
  let rest = chunk;
  while (rest.length > 0) {
    const isWithin = head.left > 0;
    const taken = rest.subarray(0, isWithin ? head.left : 1);
    rest = rest.subarray(taken.length);
    if (isWithin) {
      head.left -= taken.length;
      yield nextPiece(head, taken);
      continue;
    }
    head.length += taken.copy(head.bytes, head.length);
    const length = packetLength(head);
    if (length === null) continue;
    head.left = Math.max(0, length - head.bytes.length);
    if (head.left === 0) yield nextPiece(head, emptyData);
  }
}

const emptyData = Buffer.alloc(0);

function nextPiece(head: PacketHead, data: Buffer): Piece | null {
  const isLast = head.left === 0;
  const isFlush = head.length === 4;
  if (isLast) head.length = 0;
  return isFlush ? null : { band: head.bytes.readUInt8(4), data, isLast };
}

/** `null` until the length and the first byte are there. */
function packetLength({ bytes, length }: PacketHead): number | null {
  if (length < 4) return null;
  const size = lengthAt(bytes, 0);
  if (size === 4) throw new ProtocolError('The response has an empty packet');
  return size === 0 || length === bytes.length ? size : null;
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
