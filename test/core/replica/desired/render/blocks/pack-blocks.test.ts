import { describe, expect, it } from 'vitest';
import { packBlocks } from '../../../../../../src/core/replica/desired/render/parts/pack-blocks.ts';
import { words } from '../words.ts';

const { quote, splitBody } = words();
const room = { first: 100, rest: 1000 };

describe('blocks in bodies', () => {
  it('stand one below the other, with a blank line between', () => {
    expect(
      packBlocks([{ markdown: 'a' }, { markdown: ' ' }, { markdown: 'b' }], room, splitBody),
    ).toEqual(['a\n\nb']);
  });

  it('are one empty body where there is nothing', () => {
    expect(packBlocks([], room, splitBody)).toEqual(['']);
  });

  it('move whole to the next body where that leaves less than half of one empty', () => {
    const bodies = packBlocks(
      [{ markdown: 'a'.repeat(60) }, { markdown: 'b b '.repeat(20) }],
      room,
      splitBody,
    );
    expect(bodies).toEqual(['a'.repeat(60), 'b b '.repeat(20)]);
  });

  it('are split where a body would stay half empty', () => {
    const [first = '', ...rest] = packBlocks(
      [{ markdown: 'short' }, { markdown: 'b b '.repeat(100) }],
      room,
      splitBody,
    );
    expect(first).toMatch(/^short\n\nb b /);
    expect(first.length).toBeGreaterThan(90);
    expect(rest).toHaveLength(1);
  });

  it('are wrapped again in every part, and still fit', () => {
    const markdown = 'x\n'.repeat(1500);
    const bodies = packBlocks([{ markdown, wrap: quote }], room, splitBody);
    expect(bodies.length).toBeGreaterThan(5);
    for (const [index, body] of bodies.entries()) {
      expect(body.length).toBeLessThanOrEqual(index === 0 ? 100 : 1000);
      expect(body.split('\n').every((line) => line.startsWith('> '))).toBe(true);
    }
    expect(bodies.join('').match(/x/g)).toHaveLength(1500);
  });
});
