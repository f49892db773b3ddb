import { ProtocolError, readPackets } from './packets.ts';

/**
 * Takes the data of band 1 out of a response with side bands, as they come.
 * @param onMessage gets the host's messages (band 2), in pieces
 * @throws ProtocolError with the host's words where it reports a failure (band 3, or a packet `ERR`)
 */
export async function* readSideBand(
  packets: AsyncIterable<Buffer | null>,
  onMessage: (text: string) => void = () => undefined,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const one of packets) {
    if (one === null) return;
    const band = one[0];
    const data = one.subarray(1);
    if (band === 1) yield data;
    else if (band === 2) onMessage(data.toString('utf8'));
    else
      throw new ProtocolError(
        one
          .subarray(band === 3 ? 1 : 0, 400)
          .toString('utf8')
          .trim(),
      );
  }
  throw new ProtocolError('The response ended too early');
}

/**
 * The pack in an answer of `git-upload-pack` to a client that has nothing.
 * @throws ProtocolError where the host answers otherwise
 */
export async function* readPackOf(
  body: AsyncIterable<Uint8Array>,
  onMessage?: (text: string) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const packets = readPackets(body);
  const first = (await packets.next()).value;
  const answer = first?.toString('utf8').trim() ?? '';
  if (answer !== 'NAK') throw new ProtocolError(answer.slice(0, 400) || 'The response has no pack');
  yield* readSideBand(packets, onMessage);
}
