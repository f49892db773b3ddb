import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../../src/core/network/response/json.ts';
import { hostMessage } from '../../../../src/core/network/response/response.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';

describe('hostMessage', () => {
  it('finds the sentence in the answers of both hosts', () => {
    expect(hostMessage({ message: 'Not Found' })).toBe('Not Found');
    expect(hostMessage({ type: 'error', error: { message: 'Not found', detail: 'No API' } })).toBe(
      'Not found; No API',
    );
    expect(
      hostMessage({
        message: 'Validation Failed',
        errors: ['plain', { resource: 'PullRequest', field: 'head', code: 'invalid' }],
      }),
    ).toBe('Validation Failed; plain; PullRequest head invalid');
    expect(hostMessage(null)).toBeNull();
  });

  it('ignores parts of an error that are no strings', () => {
    const errors = [{ resource: { toString: null }, field: ['head'], code: 'invalid' }];
    expect(hostMessage({ errors })).toBe('invalid');
  });

  it('gives one short line without control characters, whatever the host sends', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 2000 });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record({ message: text })), (json) => {
        const message = hostMessage(json) ?? '';
        expect([...message].length).toBeLessThanOrEqual(300);
        expect(message).not.toMatch(/[\p{Cc}\u202e]/u);
      }),
    );
  });
});

describe('parseJson', () => {
  it('reads back everything that JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('tells text that was cut from text that is wrong', () => {
    const text = '{"a": [1, "b\\"]", {"c": null}]}';
    for (let length = 1; length < text.length; length++) {
      expect(parseJson(text.slice(0, length))).toEqual({ ok: false, why: 'truncated' });
    }
    expect(parseJson('{"a": nil}')).toEqual({ ok: false, why: 'malformed' });
    expect(parseJson('<html>')).toEqual({ ok: false, why: 'malformed' });
  });

  it('counts brackets in strings as text, and refuses more than a hundred levels', () => {
    expect(parseJson(`"${'['.repeat(500)}"`).ok).toBe(true);
    expect(parseJson('['.repeat(100) + ']'.repeat(100)).ok).toBe(true);
    expect(parseJson('['.repeat(101) + ']'.repeat(101))).toEqual({ ok: false, why: 'too-deep' });
  });
});
