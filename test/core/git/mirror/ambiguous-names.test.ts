import { describe, expect, it } from 'vitest';
import {
  namesInTheWay,
  withoutAmbiguity,
} from '../../../../src/core/git/mirror/ambiguous-names.ts';

function refs(names: readonly string[], oid = 'a'): Map<string, string> {
  return new Map(names.map((name) => [name, oid]));
}

const odd = ['refs/heads/main', 'refs/heads/refs/heads/main', 'refs/heads/refs/tags/refs/heads/x'];

describe('withoutAmbiguity', () => {
  it('puts names that are full names of refs behind those that they could be taken for', () => {
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
  it('finds what makes the name of a changed ref ambiguous', () => {
    expect(namesInTheWay(refs(odd, 'b'), refs(odd))).toEqual(['refs/heads/refs/heads/main']);
  });

  it('leaves alone what is equal already, and what is not migrated', () => {
    expect(namesInTheWay(refs(odd), refs(odd))).toEqual([]);
    expect(namesInTheWay(refs(['refs/heads/main'], 'b'), refs(odd))).toEqual([]);
  });
});
