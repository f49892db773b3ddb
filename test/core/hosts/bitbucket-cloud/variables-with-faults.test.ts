import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../network/support/client.ts';
import { failureOf } from '../../network/support/failure.ts';
import { type Script, startScriptedServer } from '../../network/support/scripted-server.ts';
import { accessToken, apiToken, secretsOf, sourceAt } from './source.ts';

const web = { workspace: 'acme-workspace', slug: 'web' };

describe('variables of a host with faults', () => {
  async function read(script: Script) {
    await using server = await startScriptedServer(script);
    await using services = await createTestServices();
    const secrets = secretsOf(sourceAt(server, services));
    const environment = { id: '{e}', name: 'live' };
    const names = await secrets.deployment({ workspace: 'acme', slug: 'web', environment });
    return { names: names.map(({ name }) => name), urls: server.requests.map(({ url }) => url) };
  }
  const rows = (...keys: string[]) => keys.map((key) => ({ uuid: `{${key}}`, key, value: 'v' }));

  it('are asked for without parameters where it takes none', async () => {
    const { names, urls } = await read(({ url }) =>
      url.includes('?')
        ? { status: 400, body: { type: 'error', error: { message: 'Bad request' } } }
        : { body: { values: rows('A', 'B'), size: 2 } },
    );
    expect(names).toEqual(['A', 'B']);
    expect(urls).toHaveLength(3);
  });

  it('are asked for in shorter pages, and still by name alone, where a page is too long', async () => {
    const { urls } = await read(({ url }) =>
      url.includes('pagelen')
        ? { status: 400, body: { type: 'error', error: { message: 'Invalid pagelen' } } }
        : { body: { values: rows('A'), size: 1 } },
    );
    expect(decodeURIComponent(urls[1] ?? '')).toContain(
      'fields=size,next,page,pagelen,values.uuid',
    );
  });

  it('are read to the end where it gives pages of ten, whatever it was asked for, and says nothing about them', async () => {
    const all = rows(...Array.from({ length: 23 }, (_, index) => `N_${index}`));
    const { names, urls } = await read(({ url }) => {
      const page = Number(/[?&]page=(\d)/.exec(url)?.[1]);
      return { body: { values: all.slice(10 * page - 10, 10 * page) } };
    });
    expect(names).toHaveLength(23);
    expect(urls).toHaveLength(3);
  });

  it('are still asked for by name alone after one list that takes no parameters', async () => {
    await using server = await startScriptedServer(({ url }) =>
      url.includes('/odd/') && url.includes('?')
        ? { status: 400, body: {} }
        : { body: { values: rows('A'), size: 1 } },
    );
    await using services = await createTestServices();
    const secrets = secretsOf(sourceAt(server, services));
    for (const slug of ['web', 'odd', 'api']) {
      await secrets.repository({ workspace: 'acme', slug });
    }
    expect(decodeURIComponent(server.requests.at(-1)?.url ?? '')).toContain('values.key');
  });

  it.each([400, 403, 404, 500])(
    'are in no error and no log where it quotes them with %i',
    async (status) => {
      const error = { message: 'cannot show canary-value', detail: 'canary-value' };
      await using server = await startScriptedServer(({ url }) =>
        status === 404 && !url.includes('page=2')
          ? { body: { values: rows('A'), next: 'https://api.bitbucket.org/2.0/v?page=2' } }
          : { status, body: { type: 'error', error, value: 'canary-value' } },
      );
      await using services = await createTestServices();
      const secrets = secretsOf(sourceAt(server, services));
      const failure = await failureOf(secrets.repository({ workspace: 'acme', slug: 'web' }));
      expect(JSON.stringify([failure, services.logged])).not.toContain('canary');
    },
  );

  it.each([400, 404])(
    'end where a page that nothing has led to is answered with %d, after a full one',
    async (status) => {
      const all = rows(...Array.from({ length: 10 }, (_, index) => `N_${index}`));
      const { names } = await read(({ url }) =>
        url.includes('page=2')
          ? { status, body: { type: 'error', error: { message: 'Invalid page' } } }
          : { body: { values: all } },
      );
      expect(names).toHaveLength(10);
    },
  );

  it.each([400, 404])(
    'do not count as all where the host itself has led to a page that it answers with %d',
    async (status) => {
      const broken = read(({ url }) =>
        url.includes('page=2')
          ? { status, body: { type: 'error', error: { message: 'Invalid page' } } }
          : { body: { values: rows('A'), next: 'https://api.bitbucket.org/2.0/v?page=2' } },
      );
      await expect(broken).rejects.toMatchObject({
        code: expect.stringMatching(/bad-answer|refused/),
      });
    },
  );

  it('are closed to an access token of less than the workspace, and wrong credentials are no such thing', async () => {
    const refused = { status: 401, body: { type: 'error', error: { message: 'no' } } };
    await using server = await startScriptedServer(() => refused);
    await using services = await createTestServices();
    const asked = (variables: Parameters<typeof sourceAt>[2]) =>
      failureOf(secretsOf(sourceAt(server, services, variables)).workspace({ workspace: 'acme' }));
    const closed = await asked(accessToken);
    expect(closed).toMatchObject({ code: 'permission', status: 401 });
    expect(closed.hint).toContain('pipeline');
    expect(await asked(apiToken)).toMatchObject({ code: 'credentials' });
  });

  it('are no matter of rights once an access token is refused what it has opened before', async () => {
    const isRevoked = { now: false };
    await using server = await startScriptedServer(({ url }) =>
      isRevoked.now || url.includes('/closed/')
        ? { status: 401, body: { type: 'error', error: { message: 'no' } } }
        : { body: { values: rows('A') } },
    );
    await using services = await createTestServices();
    const secrets = secretsOf(sourceAt(server, services, accessToken));
    expect(await secrets.repository(web)).toHaveLength(1);
    const closed = { ...web, slug: 'closed' };
    expect(await failureOf(secrets.repository(closed))).toMatchObject({ code: 'permission' });
    isRevoked.now = true;
    expect(await failureOf(secrets.repository(closed))).toMatchObject({ code: 'credentials' });
  });

  it('are given once where pages shift, and end with an empty page', async () => {
    const pages = [rows('A', 'B'), rows('B', 'C'), []];
    const { names } = await read(({ url }) => {
      const page = Number(/[?&]page=(\d)/.exec(url)?.[1]);
      return { body: { values: pages[page - 1], pagelen: 2, size: 9 } };
    });
    expect(names).toEqual(['A', 'B', 'C']);
  });

  it('do not count as all where the first page comes again and again', async () => {
    const again = read(() => ({ body: { values: rows('A', 'B'), pagelen: 2, size: 5 } }));
    await expect(again).rejects.toMatchObject({ code: 'bad-answer' });
  });

  it('do not count as all where a row has no name', async () => {
    const nameless = read(() => ({ body: { values: [{ uuid: '{x}' }] } }));
    await expect(nameless).rejects.toMatchObject({ code: 'bad-answer' });
  });

  it('are never asked for on another host', async () => {
    const next = 'https://evil.example/2.0/x?page=2';
    const elsewhere = read(() => ({ body: { values: rows('A'), next } }));
    await expect(elsewhere).rejects.toMatchObject({ code: 'bad-answer' });
  });

  it('keep their choice of fields where next leaves it out', async () => {
    const { names, urls } = await read(({ url }) =>
      url.includes('page=2')
        ? { body: { values: rows('B') } }
        : { body: { values: rows('A'), next: 'https://api.bitbucket.org/2.0/v?page=2' } },
    );
    expect(names).toEqual(['A', 'B']);
    expect(decodeURIComponent(urls[1] ?? '')).toContain('values.key');
  });
});
