import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verificationHtml } from '../../../../src/core/commands/verify/page/page.ts';
import { searchScript } from '../../../../src/core/commands/verify/page/search.ts';
import { safe } from '../../../../src/core/kernel/format/terminal-text.ts';
import type { RepositoryFindings } from '../../../../src/core/verbs/verify/findings/difference.ts';
import {
  calibration,
  difference,
  hostile,
  repository,
  verification,
} from './example-verification.ts';
import { parsePage } from './verification-page.ts';

const allowed = [
  'html head meta title style body header nav main section article h1 h2 h3 h4 p span wbr time dl div dt dd code',
  'table caption thead tbody tr th td a ul li details summary fieldset legend input label',
]
  .join(' ')
  .split(' ');

const clean: RepositoryFindings = {
  ...repository('web'),
  ...{ differences: [], notes: [], settings: [], compared: 4, equal: 4 },
  kinds: [{ kind: 'branch', compared: 4, equal: 4 }],
};

function check(text: string): void {
  const page = verificationHtml(
    verification([repository(text)], { calibration: calibration(text) }),
  );
  const { tags, text: shown } = parsePage(page);
  for (const { name, attributes } of tags) {
    expect(allowed).toContain(name);
    expect(Object.keys(attributes).filter((one) => /^(on|src|style|formaction)/.test(one))).toEqual(
      [],
    );
    if (attributes.href !== undefined) {
      expect(attributes.href).toMatch(
        /^(https?:\/\/|#(cause-\d+|to-do|compared|by-hand|expected|added-since|repositories)$)/,
      );
    }
  }
  const ids = new Set(tags.map(({ attributes: { id } }) => `#${id}`));
  const within = tags.flatMap(({ attributes: { href } }) => (href?.startsWith('#') ? [href] : []));
  expect(within.filter((link) => !ids.has(link))).toEqual([]);
  // Nothing of it is lost: it is shown as the text that it is.
  expect(shown.split(safe(text)).length - 1).toBeGreaterThanOrEqual(7);
}

describe('the page of a verification', () => {
  it.each(hostile)('shows %j as text alone', check);

  it('shows any text as text alone', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        fc.pre(safe(text).trim() !== '');
        check(text);
      }),
      { numRuns: 200 },
    );
  });

  it('shows a hostile workspace, organization, host and error as text alone', () => {
    for (const text of hostile) {
      const record = verification(
        [{ ...clean, unverified: { code: 'unavailable', message: text, hint: text } }],
        {
          source: { kind: text, workspace: text },
          target: { host: text, organization: text },
        },
      );
      const { tags, text: shown } = parsePage(verificationHtml(record));
      expect(tags.every(({ name }) => allowed.includes(name))).toBe(true);
      expect(shown.split(safe(text)).length - 1).toBeGreaterThanOrEqual(4);
    }
  });

  it('says what was proved on the target and when, where it was calibrated', () => {
    const calibrated = verification([], { calibration: calibration('github.acme') });
    const { text } = parsePage(verificationHtml(calibrated));
    expect(text).toMatch(/What was proved on github\.acme.*2026-11-19 00:00 UTC/s);
    expect(text).toMatch(/other.*github\.acme.*as expected.*Drafts.*opened/s);
    expect(parsePage(verificationHtml(verification([]))).text).not.toContain('proved');
  });

  it('forbids everything but its own style and its search', () => {
    const page = verificationHtml(verification([repository('web')]));
    const policy = parsePage(page).tags.find(
      ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
    )?.attributes.content;
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? '';
    const digest = (text: string) =>
      `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toBe(
      `default-src 'none'; style-src ${digest(style)}; script-src ${digest(searchScript)}; base-uri 'none'; form-action 'none'`,
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain(`<script>${searchScript}</script>`);
    expect(searchScript).not.toMatch(/innerHTML|eval|fetch|import|http/);
    expect(page).not.toMatch(/@import|url\(/i);
  });

  it('links to web addresses, and to nothing else', () => {
    const links = (url: string) => {
      const differences = [difference('x', { url })];
      const page = verificationHtml(verification([{ ...clean, webUrl: url, differences }]));
      return parsePage(page).tags.flatMap(({ attributes }) =>
        attributes.href?.startsWith('#') === false ? [attributes.href] : [],
      );
    };
    const own = ['https://github.com/acme-org', 'https://bitbucket.org/acme/web'];
    expect(links('https://github.com/acme/web/pull/1')).toContain(
      'https://github.com/acme/web/pull/1',
    );
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'file:///etc/passwd',
    ]) {
      expect(new Set(links(url))).toEqual(new Set(own));
    }
  });

  it('links a pull request on both sides', () => {
    const url = 'https://github.com/acme-org/web/pull/8';
    const differences = [difference('#8', { url, sourceNumber: 7 })];
    const page = verificationHtml(verification([{ ...clean, differences }]));
    const links = parsePage(page).tags.flatMap(({ attributes }) => attributes.href ?? []);
    expect(links).toContain(url);
    expect(links).toContain('https://bitbucket.org/acme/web/pull-requests/7');
  });
});
