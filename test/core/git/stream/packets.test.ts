import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flush,
  packet,
  readPackets,
  readPieces,
} from '../../../../src/core/git/protocol/packets.ts';

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const size of sizes) {
    yield bytes.subarray(start, start + size);
    start += size;
  }
  yield bytes.subarray(start);
}

async function read(text: string, sizes: readonly number[] = []): Promise<(string | null)[]> {
  const all: (string | null)[] = [];
  for await (const one of readPackets(inPieces(Buffer.from(text), sizes)))
    all.push(one?.toString('utf8') ?? null);
  return all;
}

describe('readPackets', () => {
  it('gives the same packets in whatever pieces they come', async () => {
    const texts = fc.array(fc.option(fc.string({ maxLength: 50, unit: 'grapheme' })), {
      maxLength: 8,
    });
    const sizes = fc.array(fc.nat({ max: 20 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(texts, sizes, async (packets, pieces) => {
        const sent = packets.map((one) => (one === null ? flush : packet(one))).join('');
        expect(await read(sent, pieces)).toEqual(packets);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['no length', 'hello world'],
    ['a length that no packet has', '0003'],
    ['more than a packet can carry', 'fff5x'],
    ['an end within a packet', '0010half'],
    ['an end within a length', '001'],
  ])('refuses %s', async (_what, text) => {
    await expect(read(text)).rejects.toThrow(/^The response/);
  });
});

describe('readPieces', () => {
  it('gives the same bytes under the same first byte in whatever pieces they come', async () => {
    const texts = fc.array(
      fc.option(fc.string({ minLength: 1, maxLength: 50, unit: 'binary-ascii' })),
      {
        maxLength: 8,
      },
    );
    const sizes = fc.array(fc.nat({ max: 20 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(texts, sizes, async (packets, cuts) => {
        const sent = packets.map((one) => (one === null ? flush : packet(one))).join('');
        const read: (string | null)[] = [];
        let isWithin = false;
        for await (const piece of readPieces(inPieces(Buffer.from(sent), cuts))) {
          if (piece === null) read.push(null);
          else {
            const begun = isWithin ? read.pop() : String.fromCharCode(piece.band);
            read.push(`${begun}${piece.data.toString('latin1')}`);
          }
          isWithin = piece?.isLast === false;
        }
        expect(read).toEqual(packets);
      }),
      { numRuns: 200 },
    );
  });

  it('gives no bytes for a packet that only keeps the connection alive', async () => {
    const read: (string | null)[] = [];
    for await (const piece of readPieces(inPieces(Buffer.from('0005\u00010006\u0001x'), [])))
      read.push(`${piece?.band} ${piece?.data}`);
    expect(read).toEqual(['1 ', '1 x']);
  });

  it('hands on what has come of a packet before the rest has', async () => {
    const pieces = readPieces(inPieces(Buffer.from(packet('\u0001abcdef')), [8]));
    const first = (await pieces.next()).value;
    expect([first?.data.toString(), first?.isLast]).toEqual(['abc', false]);
  });

  it.each([
    ['a packet of no bytes', '0004'],
    ['a length that no packet has', '0003'],
    ['an end within a packet', '0010half'],
    ['an end before the first byte', '0010'],
  ])('refuses %s', async (_what, text) => {
    const all = async () => {
      for await (const _piece of readPieces(inPieces(Buffer.from(text), [])));
    };
    await expect(all).rejects.toThrow(/^The response/);
  });
});
