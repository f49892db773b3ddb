import { isFullHash } from '../formats/hashes.ts';
import { decodeName, parseRefs } from '../formats/ref-listing.ts';
import { ProtocolError, readPackets } from './packets.ts';

export type Service = 'git-upload-pack' | 'git-receive-pack';

/** Describes what a host says first in version 0 of Git's protocol (gitprotocol-pack, gitprotocol-http). */
export interface Advertisement {
  /** Branches and tags, for an annotated tag the tag object. */
  readonly refs: ReadonlyMap<string, string>;
  /** True if there is any ref at all, of pull requests for example. */
  readonly hasRefs: boolean;
  /** Full name of the branch that HEAD stands for; `null` where the host names none. */
  readonly head: string | null;
  readonly capabilities: ReadonlySet<string>;
}

/**
 * Reads a host's list of refs.
 * @throws ProtocolError where it is none or not whole, or the history behind it is cut (shallow)
 */
export async function readAdvertisement(
  body: AsyncIterable<Uint8Array>,
  service: Service,
): Promise<Advertisement> {
  const lines: string[] = [];
  let isAnnounced = false;
  let flushes = 0;
  for await (const one of readPackets(body)) {
    const line = one?.toString('latin1').replace(/\n$/, '');
    if (!isAnnounced) {
      if (line !== `# service=${service}`)
        throw new ProtocolError('The response is not a list of refs');
      isAnnounced = true;
    } else if (line === undefined) flushes += 1;
    else if (flushes === 1) lines.push(line);
    else throw new ProtocolError('The list of refs is malformed');
  }
  if (!isAnnounced) throw new ProtocolError('The response is empty');
  // One after the announcement, one after the list.
  if (flushes !== 2) throw new ProtocolError('The list of refs ended too early');
  const [first = '', capabilityList = ''] = (lines[0] ?? '').split('\0');
  return parse([first, ...lines.slice(1)], capabilityList.split(' '));
}

function parse(lines: readonly string[], capabilities: readonly string[]): Advertisement {
  const listed: string[] = [];
  let hasRefs = false;
  for (const line of lines) {
    const [hash = '', name = ''] = splitOnce(line);
    // An empty repository has no line, or one of a ref that is none.
    if (line === '' || name === 'capabilities^{}') continue;
    if (!isFullHash(hash) || !/^[^\x00-\x20\x7f]+$/.test(name) || name.endsWith('/'))
      throw new ProtocolError('The list of refs is malformed');
    // Objects that the host has from elsewhere; the objects behind annotated tags.
    if (name === '.have' || name.endsWith('^{}')) continue;
    hasRefs = true;
    if (/^refs\/(?:heads|tags)\//.test(name)) listed.push(line);
  }
  const head = capabilities.find((one) => one.startsWith('symref=HEAD:'));
  return {
    refs: parseRefs(Buffer.from(listed.join('\n'), 'latin1')),
    hasRefs,
    head: head === undefined ? null : decodeName(head.slice('symref=HEAD:'.length)),
    capabilities: new Set(capabilities.filter((one) => one !== '')),
  };
}

function splitOnce(line: string): [string, string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
}
