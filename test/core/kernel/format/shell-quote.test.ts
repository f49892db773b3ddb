import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  flagWithValue,
  shellCommand,
  shellLines,
  shellValue,
  shellWord,
} from '../../../../src/core/kernel/format/shell-quote.ts';

/**
 * Reads what a shell makes of command lines: the words of each. One shell reads them all, since to start it takes
 * longest.
 */
function readAll(shell: string, commands: readonly string[]): string[][] {
  const show = `show() { printf '%s\\0' "$#"; for word; do printf '%s\\0' "$word"; done; }`;
  const script = [show, ...commands.map((command) => `show ${command}`)].join('\n');
  const words = execFileSync(shell, ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  const lines: string[][] = [];
  while (words.length > 0) lines.push(words.splice(0, Number(words.shift())));
  return lines;
}

const read = (shell: string, command: string) => readAll(shell, [command])[0];

const hostile = [
  'plain',
  '',
  'two words',
  "it's",
  "'",
  '$(touch pwned)',
  '`id`',
  '"quoted"',
  'a\\b',
  '!history',
  '*?[a]',
  '#comment',
  '~',
  'ünïcödé',
  '-rf',
  '=ls',
  ';ls&&true|cat>x',
];

describe('words for a shell', () => {
  it('are read back by a POSIX shell as they were', () => {
    expect(read('sh', shellCommand(hostile))).toEqual(hostile);
  });

  it('leaves alone what needs no quotes', () => {
    expect(shellWord('inventory-2.json')).toBe('inventory-2.json');
    expect(shellWord('payments-*')).toBe("'payments-*'");
  });

  it('say so in place of a word with control characters, which shells read differently', () => {
    const said = ['<value with control characters>'];
    for (const word of ["a\u0001'; touch pwned #", 'a\nb', '\u001b[2J', '\u009b2J']) {
      expect(read('sh', shellWord(word))).toEqual(said);
      expect(read('sh', shellLines([word], 20).join('\n'))).toEqual(said);
    }
  });

  it('make no option of a value that begins with a dash', () => {
    expect(flagWithValue('--target-org', 'acme')).toEqual(['--target-org', 'acme']);
    expect(flagWithValue('--target-org', '--yes')).toEqual(['--target-org=--yes']);
    expect(shellValue('acme$(id)')).toBe("'acme$(id)'");
    expect(shellValue('--yes')).toBe("'<value that begins with a dash>'");
  });

  it.each([20, 40, 79, 300])('are read back from lines for %i columns', (width) => {
    const words = [...hostile, `/tmp/${'long/'.repeat(60)}plan.json`, `it's ${"'x".repeat(80)}`];
    const lines = shellLines(words, width);
    expect(read('sh', lines.join('\n'))).toEqual(words);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  });

  it('are read back whatever stands in them', () => {
    const word = fc.string({ unit: fc.constantFrom(...`ab '"\\$*!-\u00e9`), maxLength: 60 });
    const words = fc.array(word, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(words, { minLength: 150, maxLength: 150, size: 'max' }), (lines) => {
        const commands = lines.map((one) => shellLines(one, 24).join('\n'));
        expect(readAll('sh', commands)).toEqual(lines);
      }),
      { numRuns: 1 },
    );
  });
});
