import { createHash } from 'node:crypto';
import { nullHash } from '../formats/hashes.ts';
import { flush, packet } from '../protocol/packets.ts';
import type { RefToPush } from '../push/push-batches.ts';

/**
 * Asks for all that these objects reach, as a client that has nothing. No thin pack: nothing is there to complete it. Pure.
 * @param offered the host's capabilities; `side-band-64k` is among them
 */
export function uploadRequest(oids: Iterable<string>, offered: ReadonlySet<string>): string {
  const wanted = ['side-band-64k', 'ofs-delta', 'no-progress'].filter((one) => offered.has(one));
  const [first, ...others] = [...new Set(oids)].map((oid) => `want ${oid}`);
  const lines = [`${first} ${wanted.join(' ')}`, ...others];
  return `${lines.map((line) => packet(`${line}\n`)).join('')}${flush}${packet('done\n')}`;
}

/**
 * The commands that go before a pack: each ref is created, and refused by the host if it exists. With `atomic` none is created
 * then: another repository may have the target's name by now. Pure.
 * @param offered the host's capabilities; `report-status` and `side-band-64k` are among them
 */
export function receiveCommands(refs: readonly RefToPush[], offered: ReadonlySet<string>): string {
  const known = ['report-status', 'side-band-64k', 'atomic', 'object-format=sha1'];
  const wanted = known.filter((one) => offered.has(one));
  const [first, ...others] = refs.map(({ ref, oid }) => `${nullHash(oid)} ${oid} ${ref}`);
  return `${[`${first}\0 ${wanted.join(' ')}`, ...others].map(packet).join('')}${flush}`;
}

/** A pack without objects, for refs whose objects are there. Pure. */
export function emptyPack(): Buffer {
  const header = Buffer.from('5041434b0000000200000000', 'hex');
  return Buffer.concat([header, createHash('sha1').update(header).digest()]);
}
