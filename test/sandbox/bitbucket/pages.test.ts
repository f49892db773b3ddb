import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceKind } from '../../../sandbox/sandbox.ts';
import { pageProblems } from '../helpers/page-problems.ts';
import { request } from '../helpers/rest.ts';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

const hostile = `</title></div><script>alert(1)</script>"'\`\u202e\u001b[31m [x](javascript:alert(1))`;

const products = [
  ['bitbucket-cloud', '/acme-workspace/web'],
  ['bitbucket-data-center', '/projects/ACME/repos/web'],
] as const satisfies readonly (readonly [SourceKind, string])[];

describe.each(products)('the page of a pull request on %s', (source, repository) => {
  let sandbox: TestSandbox;
  const page = (path: string) => {
    const { SRC_GIT_URL, SRC_DATA_CENTER_URL = '' } = sandbox.environment;
    return request(`${SRC_GIT_URL || SRC_DATA_CENTER_URL}${repository}${path}`);
  };

  beforeAll(async () => {
    sandbox = await openSandbox({ source });
    const { bitbucket } = sandbox;
    const mary = bitbucket.addPerson({ name: 'Mary Doe' });
    await bitbucket.addRepository({ slug: 'web', name: 'Web' });
    const inline = { path: 'src/<a>.ts', to: 3, context: '@@ -1,1 +3,1 @@\n+<b>line</b>\n' };
    bitbucket.addPullRequest('web', {
      number: 7,
      title: hostile,
      description: `${hostile}\n\nA **bold** one`,
      state: 'DECLINED',
      reason: `Because ${hostile}`,
      author: mary,
      source: { branch: 'feature/<x>', commit: '1'.repeat(40) },
      destination: { commit: '2'.repeat(40) },
      participants: [{ person: mary, state: 'approved', on: new Date('2024-01-02') }],
      conversation: {
        comments: [
          { author: mary, text: `First ${hostile}`, replies: [{ text: 'A reply', author: null }] },
          { author: mary, text: 'On a line', inline, resolved: true },
          { author: mary, text: 'a draft', pending: true },
        ],
        tasks: [{ text: `Task ${hostile}`, author: mary, resolved: true }],
      },
    });
  });
  afterAll(() => sandbox.close());

  it('has state, people, tasks, and the conversation with its places', async () => {
    const { status, text, headers } = await page('/pull-requests/7');
    expect(status).toBe(200);
    expect(pageProblems(text)).toEqual([]);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const part of [
      ...['<span class="chip closed">Declined</span>', '<strong>bold</strong>', '✓ approved'],
      ...['feature/&#60;x&#62;', 'src/&#60;a&#62;.ts', 'line 3', '+&#60;b&#62;line', 'Resolved'],
      ...['A reply', 'Former user', 'Task', 'declined the pull request: Because'],
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('a draft');
  });

  it('is at the addresses of its comments and parts, and in a list', async () => {
    expect((await page('/pull-requests/7/_/diff')).status).toBe(200);
    const list = await page('/pull-requests');
    expect(pageProblems(list.text)).toEqual([]);
    expect(list.text).toContain('/pull-requests/7"');
  });

  it.each(['/pull-requests/8', '/pull-requests/x', '/pull-requests/07'])(
    '%s is not there',
    async (path) => {
      expect((await page(path)).status).toBe(404);
    },
  );
});
