import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flush, packet, readPackets } from '../../../../src/core/git/stream/packets.ts';

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
