import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  intoBatches,
  namesInTheWay,
  refsInOrder,
  withoutAmbiguity,
} from '../../../../src/core/git/push/push-batches.ts';

describe('refsInOrder', () => {
  it('puts the default branch first, then branches, then tags, and leaves out what is there', () => {
    const refs = new Map([
      ['refs/tags/a', '1'],
      ['refs/heads/b', '2'],
      ['refs/heads/a', '3'],
      ['refs/heads/main', '4'],
      ['refs/heads/same', '5'],
    ]);
    const existing = new Map([
      ['refs/heads/same', '5'],
      ['refs/heads/b', 'other'],
    ]);
    expect(refsInOrder(refs, 'main', existing).map(({ ref }) => ref)).toEqual([
      'refs/heads/main',
      'refs/heads/a',
      'refs/heads/b',
      'refs/tags/a',
    ]);
  });
});

describe('intoBatches', () => {
  it('has every ref once, in order, and no batch above its limits', () => {
    const ref = fc.record({ ref: fc.string({ maxLength: 300 }), oid: fc.constant('1') });
    fc.assert(
      fc.property(fc.array(ref), fc.integer({ min: 1, max: 7 }), (refs, most) => {
        const batches = intoBatches(refs, most);
        expect(batches.flat()).toEqual(refs);
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('respects the limit of a command line', () => {
    const refs = Array.from({ length: 600 }, (_, index) => ({
      ref: `refs/heads/${'x'.repeat(2000)}${index}`,
      oid: '1',
    }));
    expect(intoBatches(refs, 500).map((batch) => batch.length)).toEqual([130, 130, 130, 130, 80]);
  });
});

function refs(names: readonly string[], oid = 'a'): Map<string, string> {
  return new Map(names.map((name) => [name, oid]));
}

const odd = ['refs/heads/main', 'refs/heads/refs/heads/main', 'refs/heads/refs/tags/refs/heads/x'];

describe('withoutAmbiguity', () => {
  it('pushes a ref after those whose full name its short name equals', () => {
    const wanted = [...odd, 'refs/tags/v1'].map((ref) => ({ ref, oid: 'a' }));
    const groups = withoutAmbiguity(wanted).map((group) => group.map(({ ref }) => ref));
    expect(groups).toEqual([
      ['refs/heads/main', 'refs/tags/v1'],
      ['refs/heads/refs/heads/main'],
      ['refs/heads/refs/tags/refs/heads/x'],
    ]);
  });
});

describe('namesInTheWay', () => {
  it('finds the ref that makes the name of a changed ref ambiguous', () => {
    expect(namesInTheWay(refs(odd, 'b'), refs(odd))).toEqual(['refs/heads/refs/heads/main']);
  });

  it('ignores refs that are equal or not migrated', () => {
    expect(namesInTheWay(refs(odd), refs(odd))).toEqual([]);
    expect(namesInTheWay(refs(['refs/heads/main'], 'b'), refs(odd))).toEqual([]);
  });
});
