import { describe, expect, it } from 'vitest';
import { compareAnswer } from '../../../../../src/core/hosts/shared/shapes/compare-answer.ts';
import { compileShape } from '../../../../../src/core/hosts/shared/shapes/compile-shape.ts';
import type { Shape } from '../../../../../src/core/hosts/shared/shapes/described.ts';

const types: Record<string, Shape> = {
  comment: { id: 'n', state: ['e', 'OPEN', 'RESOLVED'], replies: ['a', '#comment'], user: '#user' },
  user: ['u', { name: 's' }, '0'],
};

function compared(answer: unknown, shape: Shape = { values: ['a', '#comment'], next: 's' }) {
  const found: string[] = [];
  const node = compileShape(shape, types);
  compareAnswer(answer, node, ({ deviation, place, sent }, name = '') => {
    found.push([deviation, place, sent, name].filter(Boolean).join(' '));
  });
  return found;
}

describe('comparing an answer with its description', () => {
  it('finds nothing in an answer as described, whatever it leaves out', () => {
    const user = { name: 'Jane' };
    const comment = { id: 1, state: 'OPEN', user, replies: [{ id: 2, user: null }] };
    expect(compared({ values: [comment, {}], next: 'x' })).toEqual([]);
    expect(compared({})).toEqual([]);
  });

  it('finds unknown fields, other types and unknown values with their place', () => {
    const comment = { id: '1', state: 'LOCKED', extra: {}, replies: [{ user: { mail: 'x' } }] };
    expect(compared({ values: [comment], next: null })).toEqual([
      'other-type values[].id text',
      'unknown-value values[].state text LOCKED',
      'unknown-field values[] fields extra',
      'unknown-field values[].replies[].user text mail',
      'other-type next null',
    ]);
  });

  it('finds each once, however many rows have it', () => {
    const values = Array.from({ length: 100 }, () => ({ extra: 1 }));
    expect(compared({ values })).toEqual(['unknown-field values[] number extra']);
  });

  it('finds the same deviation of two fields of one kind', () => {
    expect(compared({ a: 1, b: 1 }, { a: 's', b: 's' })).toEqual([
      'other-type a number',
      'other-type b number',
    ]);
  });

  it('takes alternatives together', () => {
    const shape: Shape = {
      count: ['u', 'n', { enabled: 'b' }],
      kind: ['u', ['e', 'a'], ['e', 'b'], '0'],
    };
    expect(compared({ count: 1, kind: 'b' }, shape)).toEqual([]);
    expect(compared({ count: { enabled: true }, kind: null }, shape)).toEqual([]);
    expect(compared({ count: { enabled: 1 }, kind: 'c' }, shape)).toEqual([
      'other-type count.enabled number',
      'unknown-value kind text c',
    ]);
  });

  it('looks at nothing where anything may come', () => {
    expect(compared({ extra: [1, { a: 2 }] }, { extra: '?' })).toEqual([]);
    expect(compared({ anything: 1 }, ['m'])).toEqual([]);
  });

  it('keeps little of many fields, of long names and of endless replies', () => {
    const fields = Object.fromEntries(Array.from({ length: 1e5 }, (_, index) => [`k${index}`, 1]));
    expect(compared({ values: [fields] }).length).toBeLessThan(30);
    const [long] = compared({ ['x'.repeat(300)]: 1 });
    expect(long).toBe('unknown-field too many or too long to list');
    let reply: object = { extra: 1 };
    for (let level = 0; level < 5000; level += 1) reply = { replies: [reply] };
    expect(compared({ values: [reply] })).toEqual([]);
  });

  it('reads names that objects of JavaScript have as any other', () => {
    const answer = JSON.parse('{"values": [{"__proto__": {"id": 1}, "constructor": 1}]}');
    expect(compared(answer)).toEqual([
      'unknown-field values[] fields __proto__',
      'unknown-field values[] number constructor',
    ]);
  });
});
