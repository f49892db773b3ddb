import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableLines } from '../../../../src/core/kernel/fold-lines.ts';

const rows = [
  ['done', 'web-shop', '12 refs'],
  [
    'failed',
    'api',
    'Push rejected: main is protected. Allow force pushes on acme/api, then resume',
  ],
];

describe('tableLines', () => {
  it('makes columns as wide as their widest cell', () => {
    expect(tableLines(rows, null)).toEqual([
      'done    web-shop  12 refs',
      `failed  api       ${rows[1]?.[2]}`,
    ]);
  });

  it('wraps the last column by words, below itself', () => {
    expect(tableLines(rows, 60)).toEqual([
      'done    web-shop  12 refs',
      'failed  api       Push rejected: main is protected. Allow',
      '                  force pushes on acme/api, then resume',
    ]);
  });

  it('keeps two spaces between columns where cells have colors', () => {
    const pulls = '7 refs, 7 pull requests, 12 comments';
    const long = ['\u001b[32mdone\u001b[39m', 'checkout-web -> checkout-web-f', pulls];
    expect(tableLines([long, ['done', 'api', '1 ref']], 63)[0]).toBe(
      '\u001b[32mdone\u001b[39m  checkout-web -> checkout-web-f  7 refs, 7 pull requests,',
    );
  });

  it('wraps whole rows where little is left for the last column', () => {
    expect(tableLines(rows, 40)).toEqual([
      'done  web-shop  12 refs',
      'failed  api  Push rejected: main is',
      '  protected. Allow force pushes on',
      '  acme/api, then resume',
    ]);
  });

  it('keeps a command whole, so that it can be copied', () => {
    const command = 'migrator migrate --resume mig_000000000001 --reset-repo api';
    const [, second] = tableLines([['failed', 'api', `Run: ${command}`]], 75);
    expect(second?.trim()).toBe(command);
  });

  it('loses no word, and is no wider than the terminal', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const row = fc.tuple(word, word, fc.array(word, { minLength: 1, maxLength: 30 }));
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1 }),
        fc.integer({ min: 20, max: 120 }),
        (cells, columns) => {
          const lines = tableLines(
            cells.map(([one, two, words]) => [one, two, words.join(' ')]),
            columns,
          );
          const shown = lines.flatMap((line) => line.trim().split(/ +/));
          expect(shown).toEqual(cells.flatMap(([one, two, words]) => [one, two, ...words]));
          for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});
