import { describe, expect, it } from 'vitest';
import { knownHash, shown } from './sample-context.ts';

const web = 'https://github.com/acme-inc/web';
const api = 'https://github.com/acme-inc/api';

describe('numbers', () => {
  it('links pull requests of this and of other repositories of the plan', () => {
    expect(shown('see #12, acme/api#3')).toBe(
      `see [#12](${web}/pull/12), [api#103](${api}/pull/103)`,
    );
  });
  it.each([
    ['#200', '#·200'],
    ['other/repo#4', 'other/repo#·4'],
    ['GH-12', 'GH-·12'],
    ['&#35;200', '&#35;·200'],
    ['#*200*', '#·*200*'],
  ])('breaks %s', (raw, expected) => {
    expect(shown(raw)).toBe(expected);
  });
  it('creates no image from an exclamation mark before a link', () => {
    expect(shown('!#12')).toBe(`!·[#12](${web}/pull/12)`);
  });
  it('gives the number in a link its number on the target', () => {
    expect(shown('[PR #3](https://bitbucket.org/acme/api/pull-requests/3)')).toBe(
      `[PR #103](${api}/pull/103)`,
    );
  });
});

describe('addresses behind an open bracket, which GitHub may not take for any', () => {
  it.each([
    ['[http://a.example/@dave]', '[<http://a.example/@dave>]'],
    ['[see http://a.example/#12 there', '[see <http://a.example/#12> there'],
    ['[*http://a.example/@da*ve]', '[*http://a.example/@·da*ve]'],
    ['[http://a.example/b]', '[http://a.example/b]'],
  ])('are made some where they hold what may be a name: %s', (raw, expected) => {
    expect(shown(raw)).toBe(expected);
  });
});

describe('addresses of old texts', () => {
  it.each([
    ['https://bitbucket.org/acme/web/pull-request/12/some-title', `[#12](${web}/pull/12)`],
    ['https://bitbucket.org/acme/web/changeset/abc1234def56', `<${web}/commit/${knownHash}>`],
    ['https://bitbucket.org/acme/web/commit/abc1234def56', `<${web}/commit/${knownHash}>`],
  ])('moves %s', (raw, expected) => {
    expect(shown(raw)).toBe(expected);
  });
});

describe('hashes', () => {
  it('links those that are known', () => {
    expect(shown('in abc1234.')).toBe(`in [\`abc1234\`](${web}/commit/${knownHash}).`);
  });
  it('shows the others as code, and breaks what may be a number, a word or a part of something', () => {
    expect(shown('deadbee1 12345678 defaced a-deadbee1')).toBe(
      '`deadbee1` 123456·78 deface·d a-deadbe·e1',
    );
  });
  it('pairs no backtick of the text with those of a hash', () => {
    expect(shown('it`s deadbee1')).toBe('it\\`s `deadbee1`');
    expect(shown('`x`deadbee1')).toBe('`x`·`deadbee1`');
  });
});

describe('closing keywords', () => {
  it.each([
    ['Fixes #12', `Fixes· [#12](${web}/pull/12)`],
    ['closes: #200', 'closes·: #·200'],
    ['RESOLVED acme/api#3', `RESOLVED· [api#103](${api}/pull/103)`],
    ['fix GH-3', 'fix· GH-·3'],
    ['clo*sed* #200', 'clo*sed·* #·200'],
    ['closes\n#200', 'closes·\n#·200'],
    ['fixes [it](https://x.example)', 'fixes· [it](https://x.example)'],
    ['fixes deadbee1', 'fixes· `deadbee1`'],
    ['[fixes #3](https://x.example)', '[fixes· #3](https://x.example)'],
  ])('parts %j from its reference', (raw, expected) => {
    expect(shown(raw)).toBe(expected);
  });
  it.each(['fixes the bug', '`fixes #12`', 'prefixes and closest'])('leaves %j alone', (raw) => {
    expect(shown(raw)).toBe(raw);
  });
});

describe('addresses', () => {
  const source = 'https://bitbucket.org/acme/web';
  it.each([
    [`${source}/pull-requests/12`, `${web}/pull/12`],
    [`${source}/pull-requests/12/diff`, `${web}/pull/12/files`],
    [`${source}/pull-requests/12/diff#comment-123`, `${web}/pull/12`],
    [`${source}/commits/abc1234`, `${web}/commit/${knownHash}`],
    [`${source}/src/main/a/b.ts#lines-12`, `${web}/blob/main/a/b.ts#L12`],
    [`${source}/src/main/a/b.ts#lines-12:20`, `${web}/blob/main/a/b.ts#L12-L20`],
    [`${source}/src/main/b.ts#b.ts-12`, `${web}/blob/main/b.ts#L12`],
    [`${source}/src/abc1234/b.ts`, `${web}/blob/${knownHash}/b.ts`],
    [`${source}/src/${'9'.repeat(40)}/b.ts?at=feature%2Fx`, `${web}/blob/feature/x/b.ts`],
    [`${source}/src/main/docs/`, `${web}/tree/main/docs`],
    [`${source}/branch/feature/x`, `${web}/tree/feature/x`],
    [source, web],
    ['https://bitbucket.org/Acme/API/pull-requests/3', `${api}/pull/103`],
  ])('rewrites %s in every form', (from, to) => {
    expect(shown(`[x](${from})`)).toBe(`[x](${to})`);
    expect(shown(`[x][1]\n\n[1]: ${from}`).trim()).toBe(`[x](${to})`);
    expect(shown(`at ${from} now`)).toContain(to);
    expect(shown(`at <${from}> now`)).toContain(to);
    expect(shown(`at ${from} now`)).not.toContain('bitbucket.org');
  });
  it.each([
    'https://bitbucket.org/other/repo/pull-requests/12',
    `${source}/pull-requests/200`,
    `${source}/commits/fffffff`,
    `${source}/issues/3`,
    'https://example.com/@name/#12',
  ])('leaves %s as it is', (url) => {
    expect(shown(`see ${url} and [x](${url})`)).toBe(`see ${url} and [x](${url})`);
  });
  it('lets no issue or pull request of GitHub note that it was named', () => {
    expect(shown('fixes https://github.com/o/r/issues/1')).toBe(
      'fixes· [`https://github.com/o/r/issues/1`](https://redirect.github.com/o/r/issues/1)',
    );
    expect(shown('[t](https://github.com/o/r/pull/2)')).toBe(
      '[t](https://redirect.github.com/o/r/pull/2)',
    );
  });
  it.each([
    ['[e](javascript:alert(1))', 'e (`javascript:alert(1)`)'],
    ['<vbscript:x>', '`vbscript:x`'],
    ['![d](data:image/png;base64,xx)', 'Image “d”: `data:image/png;base64,xx`'],
  ])('shows %s as text', (raw, expected) => {
    expect(shown(raw)).toBe(expected);
  });
});
