import { ProtocolError, readPackets } from '../protocol/packets.ts';
import { readSideBand } from './side-band.ts';

/**
 * Which refs the target has taken (`report-status`, gitprotocol-pack).
 * @param body the response of `git-receive-pack`, with side bands
 * @param asked full names of the refs that were sent: of others nothing is kept
 * @returns full names; a ref that is refused is not among them
 * @throws ProtocolError where the pack was not taken or the response is none, with the host's words
 */
export async function readReport(
  body: AsyncIterable<Uint8Array>,
  asked: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  let messages = '';
  const keep = (text: string) => {
    messages = (messages + text).slice(-2000);
  };
  let isUnpacked = false;
  for await (const one of readPackets(readSideBand(body, keep))) {
    const line = one?.toString('utf8').replace(/\n$/, '') ?? '';
    if (line === 'unpack ok') isUnpacked = true;
    else if (line.startsWith('unpack ')) throw new ProtocolError(`${line}; ${messages}`.trim());
    else if (line.startsWith('ok ') && asked.has(line.slice(3))) taken.add(line.slice(3));
  }
  if (!isUnpacked) throw new ProtocolError('The response does not report the result');
  return taken;
}
