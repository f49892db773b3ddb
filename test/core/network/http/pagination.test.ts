import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followPages } from '../../../../src/core/network/http/pagination.ts';
import { anyUrl } from '../../../helpers/arbitraries/any-url.ts';
import { createTestClient, createTestServices, type TestServices } from '../support/client.ts';
import { type Script, startScriptedServer } from '../support/scripted-server.ts';

async function collect(
  services: TestServices,
  baseUrl: string,
  maxPages?: number,
): Promise<unknown[]> {
  const values: unknown[] = [];
  const pages = followPages({
    client: createTestClient(services, { baseUrl }),
    publicOrigin: 'https://api.public.example',
    first: { path: '/list', query: { pagelen: 2 } },
    ...(maxPages === undefined ? {} : { maxPages }),
  });
  for await (const page of pages) values.push(...page.values);
  return values;
}

/** `next` is absolute, as Bitbucket gives it. */
function listOf(pages: readonly { values: unknown[]; next?: string }[]): Script {
  return (request) => {
    const { host } = request.headers;
    const number = Number(new URL(request.url, 'http://list').searchParams.get('page') ?? 1);
    const page = pages[number - 1];
    return {
      body: {
        ...page,
        ...(page?.next === undefined ? {} : { next: `http://${host}${page.next}` }),
      },
    };
  };
}

describe('followPages', () => {
  it('follows next links to the end, sending the query with the first page alone', async () => {
    await using server = await startScriptedServer(
      listOf([
        { values: [1, 2], next: '/list?page=2' },
        { values: [3], next: '/list?page=3' },
        { values: [] },
      ]),
    );
    await using services = await createTestServices();
    expect(await collect(services, server.origin)).toEqual([1, 2, 3]);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/list?pagelen=2',
      '/list?page=2',
      '/list?page=3',
    ]);
  });

  it('refuses a next link that leads to another host', async () => {
    await using thief = await startScriptedServer(() => ({ body: { values: ['stolen'] } }));
    await using server = await startScriptedServer(() => ({
      body: { values: [1], next: `${thief.origin}/list?page=2` },
    }));
    await using services = await createTestServices();
    const outcome = collect(services, server.origin);
    await expect(outcome).rejects.toMatchObject({ code: 'bad-answer' });
    await expect(outcome).rejects.toThrow(thief.host);
    expect(thief.requests).toHaveLength(0);
  });

  it('follows links of a recorded list on the configured host, below its path', async () => {
    await using server = await startScriptedServer((request) =>
      request.url.includes('page=2')
        ? { body: { values: [2] } }
        : { body: { values: [1], next: 'https://api.public.example/list?page=2&q=a%20b' } },
    );
    await using services = await createTestServices();
    expect(await collect(services, `${server.origin}/stand-in`)).toEqual([1, 2]);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/stand-in/list?pagelen=2',
      '/stand-in/list?page=2&q=a%20b',
    ]);
  });

  it.each([
    'http://api.public.example/list?page=2',
    'https://api.public.example:444/list?page=2',
    'https://jane@api.public.example/list?page=2',
    'https://api.public.example.evil.example/list?page=2',
    'https://public.example/list?page=2',
  ])('refuses the next link %s, which is that of no recorded list', async (next) => {
    await using server = await startScriptedServer(() => ({ body: { values: [1], next } }));
    await using services = await createTestServices();
    const outcome = collect(services, server.origin);
    await expect(outcome).rejects.toMatchObject({ code: 'bad-answer' });
    expect(server.requests).toHaveLength(1);
  });

  it('sends credentials nowhere else, wherever next links and redirects point', async () => {
    await using thief = await startScriptedServer(() => ({ body: { values: [] } }));
    const port = new URL(thief.origin).port;
    const elsewhere = fc.oneof(
      fc.constantFrom(
        `http://127.0.0.1:${port}/x`,
        `//127.0.0.1:${port}/x`,
        `http://localhost:${port}/x`,
        `\\\\127.0.0.1:${port}/x`,
        `http:127.0.0.1:${port}`,
        `/\\127.0.0.1:${port}/x`,
        `/..//127.0.0.1:${port}/x`,
        `@127.0.0.1:${port}/x`,
      ),
      fc.constantFrom(
        `https://api.public.example//127.0.0.1:${port}/x`,
        `https://api.public.example/\\\\127.0.0.1:${port}/x`,
        `https://api.public.example/@127.0.0.1:${port}/x`,
        `https://api.public.example@127.0.0.1:${port}/x`,
      ),
      anyUrl,
      fc.string({ minLength: 1 }),
    );
    let target = '';
    await using server = await startScriptedServer((request) => {
      if (request.url.includes('redirect'))
        return { status: 307, headers: { location: thief.origin } };
      if (request.url !== '/list?pagelen=2') return { body: { values: [] } };
      return { body: { values: [1], next: target } };
    });
    await using services = await createTestServices();
    await fc.assert(
      fc.asyncProperty(elsewhere, fc.boolean(), async (address, asUser) => {
        target = asUser ? address.replace('://', `://${server.host}@`) : address;
        await collect(services, server.origin).catch(() => undefined);
        const client = createTestClient(services, { baseUrl: server.origin });
        await client
          .request({ method: 'GET', path: '/redirect', creates: false })
          .catch(() => null);
        expect(thief.requests).toHaveLength(0);
      }),
      { numRuns: 60 },
    );
    expect(server.requests.length).toBeGreaterThan(100);
  });

  it('ends a list that goes round in a circle with an error', async () => {
    await using server = await startScriptedServer(
      listOf([
        { values: [1], next: '/list?page=2' },
        { values: [2], next: '/list?page=1' },
      ]),
    );
    await using services = await createTestServices();
    await expect(collect(services, server.origin)).rejects.toThrow('repeats list pages');
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });

  it('ends a list without end with an error instead of cutting it', async () => {
    let page = 1;
    await using server = await startScriptedServer((request) => ({
      body: { values: [page], next: `http://${request.headers.host}/list?page=${++page}` },
    }));
    await using services = await createTestServices();
    await expect(collect(services, server.origin, 5)).rejects.toThrow('more than 5 list pages');
  });

  it.each([{ body: [] }, { body: { values: 'none' } }, { body: {} }])(
    'refuses what is no page: %j',
    async (reply) => {
      await using server = await startScriptedServer(() => reply);
      await using services = await createTestServices();
      await expect(collect(services, server.origin)).rejects.toMatchObject({ code: 'bad-answer' });
    },
  );
});
