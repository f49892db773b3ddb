import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ workspace: 'empty', pagesKey: 'k3y' });
});
afterAll(() => sandbox.close());

const ask = (address: string, cookie?: string) =>
  fetch(address, { redirect: 'manual', headers: cookie === undefined ? {} : { cookie } });

it('pages open only for browsers that came by an address with the key', async () => {
  const github = `${sandbox.environment.DST_GIT_URL}/${sandbox.organization}`;
  const { pagesUrl } = sandbox;
  const [plain = ''] = pagesUrl.split('?');
  for (const address of [github, plain, `${plain}?pages-key=other`])
    expect((await ask(address)).status).toBe(404);
  expect((await ask(github, 'pages-key=other')).status).toBe(404);
  const invited = await ask(pagesUrl);
  expect(invited.status).toBe(303);
  expect(invited.headers.get('location')).toBe('/');
  const [cookie = '', ...rules] = (invited.headers.get('set-cookie') ?? '').split('; ');
  expect(rules).toEqual(['Path=/', 'HttpOnly', 'SameSite=Lax']);
  for (const address of [github, plain]) expect((await ask(address, cookie)).status).toBe(200);
});
