import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verificationHtml } from '../../../../src/core/commands/verify/page/page.ts';
import { safe } from '../../../../src/core/kernel/format/terminal-text.ts';
import {
  calibration,
  difference,
  hostile,
  repository,
  verification,
} from './example-verification.ts';
import { parsePage } from './verification-page.ts';

const allowed = [
  'html head meta title style body header h1 h2 p span time dl div dt dd main section table caption',
  'thead tbody tr th td a footer',
]
  .join(' ')
  .split(' ');

function check(text: string): void {
  const { tags, text: shown } = parsePage(
    verificationHtml(verification([repository(text)]), calibration(text)),
  );
  for (const { name, attributes } of tags) {
    expect(allowed).toContain(name);
    expect(Object.keys(attributes).filter((one) => /^(on|src|style|formaction)/.test(one))).toEqual(
      [],
    );
    if (attributes.href !== undefined)
      expect(attributes.href).toMatch(/^(https?:\/\/|#repository-\d+$)/);
  }
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

  it('says what was proved on the target and when, where it was calibrated', () => {
    const { text } = parsePage(verificationHtml(verification([]), calibration('github.acme')));
    expect(text).toMatch(/What was proved on github\.acme.*2026-11-19 00:00 UTC/s);
    expect(text).toMatch(/other.*github\.acme.*as expected.*Drafts.*opened/s);
    expect(parsePage(verificationHtml(verification([]))).text).not.toContain('proved');
  });

  it('forbids everything but its own style', () => {
    const page = verificationHtml(verification([]));
    const policy = parsePage(page).tags.find(
      ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
    )?.attributes.content;
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/<script|@import|url\(/i);
  });

  it('links to web addresses, and to nothing else', () => {
    const links = (url: string) => {
      const page = verificationHtml(
        verification([
          { ...repository('web'), webUrl: null, differences: [difference('x', { url })] },
        ]),
      );
      return parsePage(page).tags.flatMap(({ attributes }) => attributes.href ?? []);
    };
    expect(links('https://github.com/acme/web/pull/1')).toContain(
      'https://github.com/acme/web/pull/1',
    );
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'file:///etc/passwd',
    ]) {
      expect(links(url)).toEqual(['#repository-0']);
    }
  });

  it('has the summary first, a row for each repository and a table for each kind of difference', () => {
    const page = verificationHtml(verification([repository('web'), repository('api')]));
    const { text } = parsePage(page);
    const places = ['2 defects', 'items compared', 'Repositories', 'Defects (1)', 'Expected'].map(
      (words) => text.indexOf(words),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('prefers-color-scheme: dark');
    expect(page).toContain('@media print');
  });

  it('says that there are no defects where there are none', () => {
    const clean = { ...repository('web'), differences: [], notes: [] };
    const { text } = parsePage(verificationHtml(verification([clean])));
    expect(text).toContain('No differences');
  });
});
