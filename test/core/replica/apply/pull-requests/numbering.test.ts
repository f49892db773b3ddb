import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchesOf,
  batchSize,
  planNumbers,
} from '../../../../../src/core/replica/context/pull-requests/numbering.ts';

/** Creates items as a target does that numbers issues and pull requests one after the other. */
function makeAll(items: readonly { number: number }[], newest: number): Map<number, number> {
  return new Map(items.map(({ number }, index) => [number, newest + 1 + index]));
}

describe('planning numbers', () => {
  it('keeps every number on a fresh target, with placeholders where the source has gaps', () => {
    const { items, predicted } = planNumbers({ numbers: [1, 2, 5], made: new Map(), newest: 0 });
    expect(items.filter(({ isPlaceholder }) => isPlaceholder).map(({ number }) => number)).toEqual([
      3, 4,
    ]);
    expect([...predicted]).toEqual([
      [1, 1],
      [2, 2],
      [5, 5],
    ]);
  });

  it('shifts behind what others have made, and uses a gap to be right again', () => {
    const { items, predicted } = planNumbers({ numbers: [1, 2, 9], made: new Map(), newest: 2 });
    expect([...predicted]).toEqual([
      [1, 3],
      [2, 4],
      [9, 9],
    ]);
    expect(items.map(({ number }) => number)).toEqual([1, 2, 5, 6, 7, 8, 9]);
  });

  it('does not give a number again that the target does not list yet', () => {
    const made = new Map([
      [1, 1],
      [2, 2],
    ]);
    const { items, predicted } = planNumbers({ numbers: [1, 2, 3], made, newest: 1 });
    expect(items).toEqual([{ number: 3, isPlaceholder: false }]);
    expect(predicted.get(3)).toBe(3);
  });

  it('goes on after what an earlier run has made', () => {
    const made = new Map([
      [1, 1],
      [2, 2],
    ]);
    const { items, predicted } = planNumbers({ numbers: [1, 2, 3], made, newest: 2 });
    expect(items).toEqual([{ number: 3, isPlaceholder: false }]);
    expect(predicted.get(2)).toBe(2);
  });

  it('predicts what a target gives, whatever is there and wherever gaps are', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 });
    fc.assert(
      fc.property(numbers, fc.nat(40), (some, newest) => {
        const sorted = [...some].sort((one, other) => one - other);
        const { items, predicted } = planNumbers({ numbers: sorted, made: new Map(), newest });
        const given = makeAll(items, newest);
        for (const number of sorted) expect(given.get(number)).toBe(predicted.get(number));
        if (newest === 0) for (const number of sorted) expect(predicted.get(number)).toBe(number);
      }),
    );
  });
});

describe('batches', () => {
  const itemsOf = (kinds: readonly boolean[]) =>
    kinds.map((isPlaceholder, index) => ({ number: index + 1, isPlaceholder }));

  it('hold a long gap whole', () => {
    const items = [...itemsOf(Array.from({ length: 398 }, () => true)), ...itemsOf([false])];
    expect(batchesOf(items)).toHaveLength(1);
  });

  it('hold everything once, in its order, and no more pull requests than are read together', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 1500 }), (kinds) => {
        const batches = batchesOf(itemsOf(kinds));
        expect(batches.flat()).toEqual(itemsOf(kinds));
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          const read = batch.filter(({ isPlaceholder }) => !isPlaceholder);
          expect(read.length).toBeLessThanOrEqual(batchSize);
        }
      }),
    );
  });
});
