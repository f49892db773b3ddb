import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonTooDeep, isYamlTooDeep } from '../../../../src/core/kernel/documents/is-too-deep.ts';
import { anyCharacter } from '../../../helpers/arbitraries/any-character.ts';

describe('isJsonTooDeep', () => {
  it('accepts whatever is written for shallow data, with any strings in it', () => {
    const string = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({
        unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', '\n', 'u'),
        maxLength: 100,
      }),
    );
    const { data } = fc.letrec((again) => ({
      data: fc.oneof(
        { maxDepth: 8, depthSize: 'small' },
        string,
        fc.array(again('data'), { maxLength: 5 }),
        fc.dictionary(string, again('data'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(data, fc.constantFrom(0, 2), (value, indentation) => {
        expect(isJsonTooDeep(JSON.stringify(value, null, indentation))).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('accepts a description of seventy brackets', () => {
    expect(isJsonTooDeep(JSON.stringify({ description: '['.repeat(70) }))).toBe(false);
  });

  it('knows how deep data is, whatever stands beside it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.string(), (depth, beside) => {
        const name = JSON.stringify(beside);
        const text = `${`{${name}:${name},"a":`.repeat(depth)}1${'}'.repeat(depth)}`;
        expect(isJsonTooDeep(text)).toBe(depth > 64);
      }),
    );
  });

  it('is deceived neither by a string that never ends nor by surplus brackets', () => {
    expect(isJsonTooDeep(`"\n${'['.repeat(65)}`)).toBe(true);
    expect(isJsonTooDeep(']'.repeat(100) + '['.repeat(65))).toBe(true);
  });
});

describe('isYamlTooDeep', () => {
  it.each(['? ', '- ', ': ', '[', '{a: ', '- ? '])('counts %s', (opening) => {
    expect(isYamlTooDeep(`a:\n  ${opening.repeat(65)}`)).toBe(true);
    expect(isYamlTooDeep(`a:\n  ${opening.repeat(20)}`)).toBe(false);
  });

  it('counts the indicators of one line, not of many', () => {
    expect(isYamlTooDeep('- a: 1\n'.repeat(100))).toBe(false);
  });

  it('counts indentation', () => {
    expect(isYamlTooDeep(`a:\n${' '.repeat(600)}b: 1`)).toBe(true);
    expect(isYamlTooDeep(`a:\n${' '.repeat(60)}b: 1`)).toBe(false);
  });
});
