import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeBody, describeGraphQl } from '../../../src/core/audit/describe-body.ts';

describe('what is recorded of a body', () => {
  it('keeps switches, numbers and names, and texts as hash and length', () => {
    expect(describeBody({ private: true, visibility: 'private', title: 'Hi', number: 4 })).toEqual({
      private: true,
      visibility: 'private',
      title: {
        sha256: '3639efcd08abb273b1619e82e78c29a7df02c1051b1820e99fc395dcaa3326b8',
        length: 2,
      },
      number: 4,
    });
  });

  it('keeps no text that a name could carry', () => {
    const text = `main\n${'x'.repeat(300)}`;
    expect(describeBody({ name: text })).toEqual({
      name: { sha256: expect.any(String), length: 305 },
    });
  });

  it('keeps nothing of a secret, neither a value nor its hash', () => {
    const secretKeys = [
      'encrypted_value',
      'secret',
      'token',
      'password',
      'githubPat',
      'url',
      'webhook_url',
    ];
    fc.assert(
      fc.property(
        fc.string({ minLength: 6 }),
        fc.constantFrom(...secretKeys),
        fc.constantFrom('config', 'name', 'body'),
        (value, key, around) => {
          const kept = describeBody({ [around]: { [key]: value, deeper: [{ [key]: [value] }] } });
          const none = describeBody({ [around]: { [key]: '', deeper: [{ [key]: [''] }] } });
          expect(kept).toEqual(none);
        },
      ),
    );
  });

  it('stays small for long lists and deep objects', () => {
    expect(describeBody([...Array(500).keys()])).toHaveLength(201);
    let deep: unknown = 'text';
    for (let depth = 0; depth < 20; depth += 1) deep = { in: deep };
    expect(JSON.stringify(describeBody(deep))).toContain('too deep');
  });

  it('names the mutations of a GraphQL document', () => {
    const query =
      'mutation($t0: ID!) { t0: resolveReviewThread(input: {threadId: $t0}) { x } t1: resolveReviewThread(input: {}) { x } }';
    expect(describeGraphQl(query)).toEqual({ resolveReviewThread: 2 });
  });
});
