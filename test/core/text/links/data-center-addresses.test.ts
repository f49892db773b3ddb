import { describe, expect, it } from 'vitest';
import { convertText } from '../../../../src/core/text/convert-text.ts';
import { attachmentsIn } from '../../../../src/core/text/links/attachments.ts';
import { context as cloud, knownHash } from '../sample-context.ts';

const base = 'https://git.example/bitbucket';
const there = 'https://github.com/acme-inc';
const picture = 'attachment:3/0123456789abcdef%2Fa%20b.png';
const log = 'attachment:3/42';

const context = {
  ...cloud,
  source: {
    kind: 'bitbucket-data-center',
    webUrl: base,
    otherWebUrls: [],
    workspace: 'ACME',
    slug: 'web',
  },
  attachments: new Map([[picture, `${there}/web/raw/migrator/attachments/f.png`]]),
} as const;

function converted(
  raw: string,
  source = {},
  attachments: ReadonlyMap<string, string> = context.attachments,
): string {
  const own = { ...context, source: { ...context.source, ...source }, attachments };
  return convertText({ raw, markup: 'markdown' }, own).markdown;
}

function moved(path: string): string | null {
  const found = /\]\((.*)\)$/.exec(converted(`[x](${base}${path})`))?.[1] ?? null;
  return found === `${base}${path}` ? null : found;
}

describe('an address of a Data Center', () => {
  it.each([
    ['/projects/ACME/repos/web', '/web'],
    ['/projects/acme/repos/web/browse', '/web'],
    ['/projects/ACME/repos/web/browse/src/a.ts', '/web/blob/HEAD/src/a.ts'],
    [
      '/projects/ACME/repos/web/browse/src/a.ts?at=refs%2Fheads%2Frelease%2F1#12-20',
      '/web/blob/release/1/src/a.ts#L12-L20',
    ],
    ['/projects/ACME/repos/web/browse/src/a.ts?at=main#7', '/web/blob/main/src/a.ts#L7'],
    ['/projects/ACME/repos/web/browse?at=refs%2Ftags%2Fv1', '/web/tree/v1'],
    ['/projects/ACME/repos/web/raw/a.png?at=main', '/web/raw/main/a.png'],
    ['/projects/ACME/repos/web/pull-requests', '/web/pulls'],
    ['/projects/ACME/repos/api/pull-requests/7/overview?commentId=12', '/api/pull/107'],
    ['/projects/ACME/repos/web/pull-requests/7/diff#a.ts', '/web/pull/7/files'],
    ['/projects/ACME/repos/web/pull-requests/7/commits', '/web/pull/7/commits'],
    [`/projects/ACME/repos/web/commits/${knownHash}`, `/web/commit/${knownHash}`],
    ['/projects/ACME/repos/web/commits', '/web/commits'],
    ['/projects/ACME/repos/web/branches', '/web/branches'],
    ['/scm/acme/web.git', '/web'],
  ])('leads to where the page is now: %s', (path, target) => {
    expect(moved(path)).toBe(`${there}${target}`);
  });

  it.each([
    '/projects/OTHER/repos/web/browse',
    '/projects/ACME/repos/unknown/browse',
    '/projects/ACME',
    '/projects/ACME/repos/web/settings',
    '/projects/ACME/repos/web/pull-requests/999',
    '/projects/ACME/repos/web/browse/%2e%2e/x?at=main',
    '/dashboard',
  ])('stays where nothing of it was moved: %s', (path) => {
    expect(moved(path)).toBeNull();
  });

  it('is not read as one beside the path that the server lies below', () => {
    const raw = '[x](https://git.example/projects/ACME/repos/web/browse)';
    expect(converted(raw)).toBe(raw);
  });

  it('is of a person where it says so', () => {
    const raw = `[x](${base}/users/jane/repos/web/pull-requests/7)`;
    expect(converted(raw, { workspace: '~jane' })).toBe(`[x](${there}/web/pull/7)`);
    const same = `[x](${base}/projects/~jane/repos/web/pull-requests/7)`;
    expect(converted(same, { workspace: '~JANE' })).toBe(`[x](${there}/web/pull/7)`);
  });
});

describe('an attachment in a text', () => {
  it('is shown from where it is now', () => {
    expect(converted(`![a](${picture})`)).toBe(`![a](${there}/web/raw/migrator/attachments/f.png)`);
    expect(converted(`[a](${picture})`)).toBe(`[a](${there}/web/raw/migrator/attachments/f.png)`);
  });

  it('leads to the server where it stayed, as far as a page shows it there', () => {
    const gone = 'attachment:3/fedcba9876543210%2Fc.png';
    const page = `${base}/projects/ACME/repos/web/attachments/fedcba9876543210/c.png`;
    expect(converted(`![c](${gone})`)).toContain(`(${page})`);
    expect(converted(`[c](${gone})`)).toBe(`[c](${page})`);
    expect(converted(`[c](${log})`)).not.toContain('](attachment:');
  });

  it('is found wherever a text names it', () => {
    const raw = `![a](${picture}) [b](${log} "title")\n\n[c]: ${log}\n\nattachment: none`;
    expect([...attachmentsIn([{ raw, markup: 'markdown' }])]).toEqual([picture, log]);
  });

  it.each([
    ['![a](attachment:3/01234567%2FScreen%20Shot%20(1).png)', '%2FScreen%20Shot%20(1).png'],
    ["[it's](attachment:3/01234567%2Fit's.log)", "%2Fit's.log"],
    ['[b](attachment:3/01234567%2Fa[1].log "title")', '%2Fa[1].log'],
    ['![c](<attachment:3/01234567%2Fa b.png>)', '%2Fa b.png'],
    ['[d](attachment:3/01234567%2Fa\\).png)', '%2Fa).png'],
    ['![e][f]\n\n[f]: attachment:3/01234567%2Ff.png', '%2Ff.png'],
  ])('is found and moved by its whole name: %s', (raw, end) => {
    const address = `attachment:3/01234567${end}`;
    expect([...attachmentsIn([{ raw, markup: 'markdown' }])]).toEqual([address]);
    const attachments = new Map([[address, `${there}/web/raw/migrator/attachments/g.png`]]);
    expect(converted(raw, {}, attachments)).toContain(
      `](${there}/web/raw/migrator/attachments/g.png`,
    );
  });

  it('is not asked for where it is code', () => {
    const raw = '`![a](attachment:3/01234567%2Fa.png)`';
    expect(attachmentsIn([{ raw, markup: 'markdown' }]).size).toBe(0);
  });
});
