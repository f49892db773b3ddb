import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { failure, parseConfig, parsePlanText, plan } from './parse-text.ts';

describe('parseDocument, given hostile text,', () => {
  it('refuses alias bombs and bottomless nesting quickly', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((name, index) => {
        const before = 'abcdefghi'[index];
        return `${name}: &${name} [*${before},*${before},*${before},*${before},*${before},*${before},*${before}]`;
      }),
    ].join('\n');
    expect(failure(() => parseConfig(bomb)).code).toBe('configuration');
    expect(failure(() => parseConfig('['.repeat(100_000))).message).toContain('nested too deeply');
    expect(failure(() => parsePlanText('{"a":'.repeat(100_000))).message).toContain(
      'nested too deeply',
    );
  });

  it('reports only the first place that is not JSON, from which the rest follows', () => {
    expect(failure(() => parsePlanText(`[${'1 '.repeat(3_000_000)}`)).message).toBe(
      'Invalid plan plan.json: line 1, column 4: not valid JSON: comma expected',
    );
    const { message } = failure(() => parsePlanText('{"a":'.repeat(10)));
    expect(message.match(/not valid JSON/g)).toHaveLength(1);
  });

  it('refuses what would fill the memory', () => {
    const repositories = `${JSON.stringify(plan).slice(0, -1)},"repositories":[${'{},'.repeat(1_000_000)}{}]}`;
    expect(failure(() => parsePlanText(repositories)).message).toContain('more than 1000000');
    const keys = Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`);
    expect(failure(() => parsePlanText(`{${keys.join(',')}}`)).message).toContain(
      'an object has more than 10000 keys',
    );
    expect(failure(() => parseConfig('a: 1\n'.repeat(10_000))).message).toContain(
      'it is longer than 32000 characters',
    );
  });

  it.each(['? ', '- ', ': ', '- ? ', '? - ', '[', '{a: '])(
    'reports that thousands of %s are nested too deeply',
    (opening) => {
      const { message } = failure(() => parseConfig(opening.repeat(5000)));
      expect(message).toBe('Invalid configuration migrator.yaml: it is nested too deeply');
    },
  );

  it('says the same where a parser finds no more room though nothing looked deep', () => {
    // The comment hides the brackets from a reader that mistakes its quote for the beginning of a string.
    const text = `/* " */${'['.repeat(100_000)}`;
    expect(failure(() => parsePlanText(text)).message).toBe(
      'Invalid plan plan.json: it is nested too deeply',
    );
  });

  it('shows the beginning of a long key, on one line', () => {
    const text = JSON.stringify({ ...plan, repositories: [], [`a\nb${'c'.repeat(1000)}`]: 1 });
    const { message } = failure(() => parsePlanText(text));
    expect(message).toContain('unknown key a bccc');
    expect(message.length).toBeLessThan(1000);
  });

  it('answers any text with data or with one MigratorError', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string({ unit: fc.constantFrom(...'{}[]:,"-#&*!|> \n\ta1') }),
    );
    fc.assert(
      fc.property(text, (input) => {
        for (const parse of [parseConfig, parsePlanText]) {
          try {
            parse(input);
          } catch (error) {
            expect(error).toBeInstanceOf(MigratorError);
            expect((error as MigratorError).message).not.toMatch(/\n/);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
