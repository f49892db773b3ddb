import { type Piece, ProtocolError, readPieces } from '../protocol/packets.ts';

/** Characters of a message that are kept. */
const mostText = 400;

/**
 * Takes the data of band 1 out of a response with side bands, as they come.
 * @param onMessage gets the host's messages (band 2)
 * @throws ProtocolError with the host's words where it reports a failure (band 3, or a packet `ERR`)
 */
export function readSideBand(
  body: AsyncIterable<Uint8Array>,
  onMessage: (text: string) => void = () => undefined,
): AsyncGenerator<Buffer, void, undefined> {
  return dataOf(readPieces(body), onMessage);
}

/**
 * The pack in an answer of `git-upload-pack` to a client that has nothing.
 * @throws ProtocolError where the host answers otherwise
 */
export async function* readPackOf(
  body: AsyncIterable<Uint8Array>,
  onMessage: (text: string) => void = () => undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const pieces = readPieces(body);
  const answer = (await wholeText(pieces, (await pieces.next()).value ?? null)).trim();
  if (answer !== 'NAK') throw new ProtocolError(answer || 'The response has no pack');
  yield* dataOf(pieces, onMessage);
}

async function* dataOf(
  pieces: AsyncIterator<Piece | null>,
  onMessage: (text: string) => void,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      const piece = next.value;
      if (piece === null) return;
      if (piece.band === 1) {
        // Without data it only keeps the connection alive.
        if (piece.data.length > 0) yield piece.data;
      } else {
        const text = await wholeText(pieces, piece);
        if (piece.band !== 2)
          throw new ProtocolError((piece.band === 3 ? text.slice(1) : text).trim());
        onMessage(text.slice(1));
      }
    }
    throw new ProtocolError('The response ended too early');
  } finally {
    // Ends the response where nobody reads on.
    await pieces.return?.();
  }
}

/** A packet with its first byte, as text. */
async function wholeText(
  pieces: AsyncIterator<Piece | null>,
  first: Piece | null,
): Promise<string> {
  if (first === null) return '';
  const parts = [Buffer.of(first.band), first.data];
  for (let piece: Piece | null = first; piece !== null && !piece.isLast; ) {
    piece = (await pieces.next()).value ?? null;
    if (piece !== null) parts.push(piece.data);
  }
  return Buffer.concat(parts).toString('utf8').slice(0, mostText);
}
