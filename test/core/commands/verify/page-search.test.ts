import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../../scripts/pictures/check-in-chromium.ts';
import { verificationHtml } from '../../../../src/core/commands/verify/page/page.ts';
import { difference, repository, verification } from './example-verification.ts';

const run = promisify(execFile);
const browser = await findChromium();
const folder = await mkdtemp(join(tmpdir(), 'migrator-search-'));
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Types into the field, and replaces the page by what is seen then. */
const typing = `
  const field = document.getElementById('search');
  const isSeen = (one) => one.getBoundingClientRect().height > 0;
  const seen = (selector) => [...document.querySelectorAll(selector)].filter(isSeen).length;
  const look = () => [seen('.repository'), seen('.cause'), document.getElementById('found').textContent];
  const result = [seen('#searching'), look()];
  const words = ['repo-0042', 'is missing repo-0007', 'nothing-of-this', ''];
  const next = () => {
    const word = words.shift();
    if (word === undefined) { document.body.textContent = JSON.stringify(result); return; }
    field.value = word;
    field.dispatchEvent(new Event('input'));
    setTimeout(() => { result.push(look()); next(); }, 300);
  };
  next();
`;

const many = Array.from({ length: 1000 }, (_, index) => {
  const source = `repo-${String(index).padStart(4, '0')}`;
  const missing = difference('main', { kind: 'branch', message: 'is missing', advice: 'Ask' });
  const differences = index % 10 === 7 ? [missing] : [];
  return { ...repository(source), differences, notes: [], settings: [] };
});

describe.skipIf(browser === null)('the search of the page in a browser', () => {
  it('runs under the policy of the page, and finds one of a thousand repositories', async () => {
    const page = verificationHtml(verification(many));
    const digest = createHash('sha256').update(typing).digest('base64');
    const opened = page
      .replace("script-src '", `script-src 'sha256-${digest}' '`)
      .replace('</body>', `<script>${typing}</script></body>`);
    const path = join(folder, 'page.html');
    await writeFile(path, opened);
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1440,900'];
    const { stdout } = await run(
      browser ?? '',
      [
        ...[...flags, '--no-first-run', '--disable-background-networking', '--disable-sync'],
        ...['--virtual-time-budget=5000', `--user-data-dir=${join(folder, 'browser')}`],
        ...['--dump-dom', pathToFileURL(path).href],
      ],
      { maxBuffer: 64e6, timeout: 60_000 },
    );
    const [, body = ''] = /<body>(.*)<\/body>/s.exec(stdout) ?? [];
    expect(JSON.parse(body)).toEqual([
      1,
      [1000, 1, ''],
      [1, 0, '1 of 1,100'],
      [1, 1, '2 of 1,100'],
      [0, 0, '0 of 1,100'],
      [1000, 1, ''],
    ]);
  });
});
