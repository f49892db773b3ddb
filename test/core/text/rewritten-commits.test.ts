import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextContext } from '../../../src/core/text/context/text-context.ts';
import { convertText } from '../../../src/core/text/convert-text.ts';
import { context } from './sample-context.ts';

const web = 'https://github.com/acme-inc/web';
const old = 'abc1234def5678901234567890abcdef12345678';
const now = '9f8e7d6c5b4a39281706f5e4d3c2b1a098765432';
/** Two commits begin alike, so that their first ten digits name neither. */
const twins = [
  'dead00beef1111111111111111111111aaaaaaaa',
  'dead00beef2222222222222222222222bbbbbbbb',
] as const;
const renamed = new Map<string, string>([
  [old, now],
  [twins[0], '11111111111aaaaaaaaa1111111111aaaaaaaaaa'],
  [twins[1], '2222222222bbbbbbbbbb2222222222bbbbbbbbbb'],
]);

const rewritten: TextContext = {
  ...context,
  commitHash(slug, hash) {
    const found = [...renamed].filter(([from]) => from.startsWith(hash));
    return slug === 'web' && found.length === 1 ? (found[0]?.[1] ?? null) : null;
  },
};

const converted = (raw: string) => convertText({ raw, markup: 'markdown' }, rewritten).markdown;

describe('hashes of rewritten commits', () => {
  it.each([
    [`fixed in ${old}.`, `fixed in [\`${now.slice(0, 12)}\`](${web}/commit/${now}).`],
    ['fixed in ABC1234', `fixed in [\`${now.slice(0, 7)}\`](${web}/commit/${now})`],
    [`see https://bitbucket.org/acme/web/commits/${old}`, `see <${web}/commit/${now}>`],
    [
      `[the fix](https://bitbucket.org/acme/web/commits/abc1234)`,
      `[the fix](${web}/commit/${now})`,
    ],
    [
      `[abc1234](https://bitbucket.org/acme/web/commits/abc1234)`,
      `[${now.slice(0, 7)}](${web}/commit/${now})`,
    ],
    ['git show `abc1234def56`', `git show \`${now.slice(0, 12)}\``],
    [`https://bitbucket.org/acme/web/src/${old}/a.txt#lines-3`, `<${web}/blob/${now}/a.txt#L3>`],
  ])('become those of the new ones: %s', (raw, expected) => {
    expect(converted(raw)).toBe(expected);
  });

  it('stay where an abbreviation fits several commits', () => {
    expect(converted('`dead00beef` `dead00beef1`')).toBe('`dead00beef` `11111111111`');
  });

  it('stay in blocks of code, and in code that is more than a hash', () => {
    const raw = `\`git show ${old}\`\n\n\`\`\`\n${old}\n\`\`\``;
    expect(converted(raw)).toBe(raw);
  });

  it('of commits of another repository stay', () => {
    expect(converted(`acme/api@${old}`)).not.toContain(now.slice(0, 7));
  });

  it('are nowhere left in a text, whatever surrounds them', () => {
    const piece = fc.constantFrom(
      ...[' ', '\n', '. ', ', ', '**', '_', '(', ')', '> ', '- ', '`', '#', 'the fix', '|', ':'],
    );
    const hash = fc.integer({ min: 7, max: 40 }).map((length) => old.slice(0, length));
    const text = fc.array(
      fc.oneof(
        piece,
        hash.map((one) => ` ${one} `),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const raw = pieces.join('');
        const markdown = converted(raw);
        // Backticks may have made code of more than a hash.
        if (!raw.includes('`')) expect(markdown).not.toMatch(/abc1234/);
        expect(markdown.split(now.slice(0, 7)).length).toBeLessThanOrEqual(
          2 * raw.split('abc1234').length - 1,
        );
      }),
      { numRuns: 150 },
    );
  });
});
