import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../../../src/core/calibration/findings.ts';
import { verificationHtml } from '../../../../src/core/commands/verify/html-output.ts';
import {
  verificationJson,
  verificationLines,
} from '../../../../src/core/commands/verify/output.ts';
import { safe } from '../../../../src/core/kernel/format/terminal-text.ts';
import {
  type Difference,
  type RepositoryFindings,
  sumOf,
  type Verification,
} from '../../../../src/core/verification/difference.ts';
import { parsePage } from './verification-page.ts';

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '</td></table><iframe src="https://evil.example">',
  '<!-- -->',
  '&lt;script&gt;',
  'javascript:alert(1)',
  '\u001b]0;title\u0007\u202egpj.exe',
  ']]><svg/onload=alert(1)>',
];

const allowed = [
  'html head meta title style body header h1 h2 p span time dl div dt dd main section table caption',
  'thead tbody tr th td a footer',
]
  .join(' ')
  .split(' ');

function difference(text: string, more: Partial<Difference> = {}): Difference {
  return {
    verdict: 'defect',
    kind: 'pull-request',
    name: text,
    message: text,
    url: text,
    mend: null,
    advice: text,
    ...more,
  };
}

function verification(repositories: readonly RepositoryFindings[]): Verification {
  return {
    migration: 'mig_m4xk2p9qa7c1',
    status: 'completed',
    source: { kind: 'bitbucket-cloud', workspace: 'acme' },
    target: { host: 'https://github.com', organization: 'acme-org' },
    at: '2026-11-20T10:48:05.991Z',
    hasRereadSource: true,
    counts: sumOf(repositories),
    repositories,
    requests: { hosts: [{ host: 'api.github.com', requests: 12 }], refLists: 1 },
  };
}

function repository(text: string): RepositoryFindings {
  return {
    source: text,
    target: text,
    webUrl: text,
    status: 'succeeded',
    unverified: null,
    compared: 4,
    equal: 3,
    notes: [text],
    settings: [{ source: text, target: text, grade: 'none', why: text }],
    differences: [
      difference(text),
      difference(text, { verdict: 'expected' }),
      difference(text, { verdict: 'added-since' }),
      difference(text, { verdict: 'changed-on-source' }),
    ],
  };
}

function calibration(text: string): Calibration {
  return {
    ...{ version: 1, host: text, hostVersion: text, account: '7', at: Date.UTC(2026, 10, 19) },
    results: [
      { probe: text, expected: text, seen: text, verdict: 'other', consequence: text },
      {
        probe: 'drafts',
        expected: 'Drafts',
        seen: 'opened',
        verdict: 'as-expected',
        consequence: '',
      },
    ],
    facts: { hasDrafts: true },
  };
}

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

describe('the lines of a verification', () => {
  it('show nothing that acts on a terminal', () => {
    for (const text of hostile) {
      const lines = verificationLines(verification([repository(text)]), { color: false });
      expect(lines.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  });

  it('name a hundred defects and say how many more there are, and where', () => {
    const differences = Array.from({ length: 130 }, (_, index) => difference(`n${index}`));
    const lines = verificationLines(verification([{ ...repository('web'), differences }]), {
      color: false,
    });
    expect(lines.filter((line) => line.startsWith('  web: pull request'))).toHaveLength(100);
    expect(lines).toContain('  and 30 others: --output FILE.html or --json show all');
  });

  it('tell once what is expected in several repositories, and count settings by grade', () => {
    const owner = difference('owner', { verdict: 'expected', kind: 'setting', message: 'by hand' });
    const settings = (['none', 'exact', 'exact'] as const).map((grade) => ({
      ...{ source: 'a', target: 'b', why: 'c' },
      grade,
    }));
    const repositories = ['web', 'api'].map((name) => ({
      ...repository(name),
      differences: [owner, { ...owner, name }],
      settings,
    }));
    const lines = verificationLines(verification(repositories), { color: false });
    expect(lines).toContain('  6 settings: 2 none, 4 exact');
    expect(lines.filter((line) => line.includes('by hand'))).toEqual([
      '  2 repositories: setting owner  by hand',
      '  web: setting web  by hand',
      '  api: setting api  by hand',
    ]);
  });

  it('lead to the repair where something can be mended, and only there', () => {
    const mend = { what: 'refs' } as const;
    const command = 'migrator verify --migration mig_m4xk2p9qa7c1 --repair';
    const linesWith = (one: Difference) =>
      verificationLines(verification([{ ...repository('web'), differences: [one] }]), {
        color: false,
      }).join('\n');
    expect(linesWith(difference('x', { mend }))).toContain(command);
    expect(linesWith(difference('x'))).not.toContain(command);
  });
});

describe('the JSON of a verification', () => {
  it('is one line that says of each difference whether it can be mended', () => {
    const text = verificationJson(verification([repository('<b>\n')]));
    expect(text.trimEnd()).not.toContain('\n');
    const { type, repositories, calibration: none } = JSON.parse(text);
    expect(none).toBeNull();
    const proved = JSON.parse(verificationJson(verification([]), calibration('web')));
    expect(proved.calibration).toMatchObject({ at: '2026-11-19T00:00:00.000Z', host: 'web' });
    expect(type).toBe('verification');
    expect(repositories[0].differences[0]).toEqual({
      verdict: 'defect',
      kind: 'pull-request',
      name: '<b>\n',
      message: '<b>\n',
      url: '<b>\n',
      advice: '<b>\n',
      can_be_mended: false,
    });
  });
});
