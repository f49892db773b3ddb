import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../scripts/pictures/check-in-chromium.ts';
import { verificationHtml } from '../../../../src/core/commands/verify/page/page.ts';
import type { RepositoryFindings } from '../../../../src/core/verbs/verify/findings/difference.ts';
import { difference, repository, verification } from './example-verification.ts';

const run = promisify(execFile);
const browser = await findChromium();
const folder = await mkdtemp(join(tmpdir(), 'migrator-page-'));
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Words that fit into every width are on one line each; returns the broken ones, and how wide the page is. */
const measure = `
  const broken = [];
  for (const one of document.querySelectorAll('details')) one.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest('script, .digest') !== null) continue;
    for (const { 0: word, index } of node.textContent.matchAll(/(?<![\\p{L}\\p{N}])[\\p{L}\\p{N},.]{2,20}(?![\\p{L}\\p{N},.])/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  const seen = (name) => [...document.querySelectorAll('.repository.' + name)]
    .filter((one) => one.getBoundingClientRect().height > 0).length;
  const shown = ['all', 'defects', 'differing', 'equal'].map((id) => {
    document.getElementById('show-' + id).checked = true;
    return [id, seen('defects'), seen('differs'), seen('equal')];
  });
  const root = document.documentElement;
  const result = { asked: innerWidth, page: root.scrollWidth, broken, shown };
  parent.document.body.textContent = JSON.stringify(result);
`;

interface Measured {
  readonly asked: number;
  readonly page: number;
  readonly broken: readonly string[];
  readonly shown: readonly (readonly [string, number, number, number])[];
}

/** In a frame, because a window is not as narrow as a phone; without the policy of the page, which allows no scripts. */
async function measured(page: string, width: number): Promise<Measured> {
  const path = join(folder, `page-${width}.html`);
  const open = page.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  const inner = open.replace('</body>', `<script>${measure}</script></body>`);
  const text = inner.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const style = `border: 0; width: ${width}px; height: 900px`;
  await writeFile(path, `<!doctype html><body><iframe style="${style}" srcdoc="${text}"></iframe>`);
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--hide-scrollbars',
  ];
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const place = [`--user-data-dir=${join(folder, `browser-${width}`)}`];
  const { stdout } = await run(
    browser ?? '',
    [...[...flags, ...quiet, ...place], ...['--dump-dom', pathToFileURL(path).href]],
    { maxBuffer: 64e6, timeout: 60_000 },
  );
  const body = /<body>(.*)<\/body>/s.exec(stdout)?.[1] ?? '';
  return JSON.parse(body.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
}

const long = `release/${'a-name-without-an-end_'.repeat(12)}${'x'.repeat(150)}`;
const settings = (['exact', 'stricter', 'looser', 'none'] as const).map((grade) => ({
  source: 'reset_pullrequest_changes_requested_on_change on main',
  target: 'non_fast_forward on refs/heads/main',
  why: 'GitHub takes changes only through pull requests: nobody pushes to these branches.',
  grade,
}));
const url = 'https://github.com/acme-org/web/pull/1';

function findings(source: string, more: Partial<RepositoryFindings>): RepositoryFindings {
  return {
    ...{ ...repository('web'), source, target: source, webUrl: 'https://github.com/acme-org/web' },
    ...{ differences: [], notes: [], settings, compared: 2_067, equal: 2_067 },
    kinds: [
      { kind: 'branch', compared: 1_431, equal: 1_431 },
      { kind: 'thread', compared: 636, equal: 636 },
    ],
    ...more,
  };
}

const page = verificationHtml(
  verification([
    findings('billing-engine', {}),
    findings('payments-service-new', {
      differences: [
        difference('main', { kind: 'branch', url: null, message: 'is missing', advice: 'Ask' }),
        difference(long, { kind: 'branch', url: null, message: 'is missing', advice: 'Ask' }),
        difference('#1', { url, message: `has a different title: ${long}`, advice: null }),
      ],
    }),
    findings(long.slice(0, 200), {
      differences: [difference('#2', { verdict: 'expected', url, message: 'is shown as closed' })],
    }),
  ]),
);

describe.skipIf(browser === null)('the page in a browser', () => {
  it.each([375, 500, 768, 1280, 1600])('breaks no word and fits at %i pixels', async (width) => {
    const { asked, page: wide, broken, shown } = await measured(page, width);
    expect({ asked, wide, broken }).toEqual({ asked: width, wide: width, broken: [] });
    expect(shown).toEqual([
      ['all', 1, 1, 1],
      ['defects', 1, 0, 0],
      ['differing', 1, 1, 0],
      ['equal', 0, 0, 1],
    ]);
  });
});
