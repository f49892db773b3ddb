import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../network/support/client.ts';
import { failureOf } from '../../../network/support/failure.ts';
import {
  type ScriptedServer,
  startScriptedServer,
} from '../../../network/support/scripted-server.ts';
import {
  listPath,
  pullRequestPages,
  pullRequestRow,
  repository,
  user,
} from '../pull-request-rows.ts';
import { sourceAt } from '../source.ts';

function queryOf(server: ScriptedServer, index = 0): URLSearchParams {
  return new URL(server.requests[index]?.url ?? '', server.origin).searchParams;
}

describe('the list of pull requests', () => {
  it('asks once for fifty in every state, in the order of creation, with those who take part', async () => {
    await using server = await startScriptedServer(() => ({
      body: { values: [pullRequestRow(1)], size: 1, pagelen: 50, page: 1 },
    }));
    await using services = await createTestServices();
    const pages = await pullRequestPages(sourceAt(server, services));
    expect(pages).toEqual([
      {
        total: 1,
        isByUpdate: false,
        lacksPeople: false,
        pullRequests: [
          {
            number: 1,
            title: 'Change 1',
            description: { raw: 'what it does', markup: 'markdown' },
            state: 'open',
            isDraft: false,
            author: {
              id: '{jane-1}',
              accountId: '557058:jane',
              username: null,
              nickname: 'jane',
              displayName: 'jane',
              kind: 'user',
            },
            closedBy: null,
            reason: '',
            source: { branch: 'feature/x', commit: 'cd34cd34cd34', repository: 'acme/web' },
            destination: { branch: 'main', commit: 'ab12ab12ab12', repository: 'acme/web' },
            mergeCommit: null,
            closeSourceBranch: false,
            commentCount: 0,
            openTasks: 0,
            reviewers: [],
            participants: [],
            createdAt: '2024-03-01T10:00:00.123Z',
            updatedAt: '2024-03-02T10:00:00.654Z',
            webUrl: `${server.origin}/acme/web/pull-requests/1`,
            revision: expect.any(String),
          },
        ],
      },
    ]);
    expect(server.requests).toHaveLength(1);
    const query = queryOf(server);
    expect(query.getAll('state')).toEqual(['OPEN', 'MERGED', 'DECLINED', 'SUPERSEDED']);
    expect([query.get('pagelen'), query.get('sort'), query.get('q')]).toEqual([
      '50',
      'created_on',
      null,
    ]);
    const fields = query.get('fields')?.split(',') ?? [];
    expect(fields).toContain('+values.participants');
    expect(fields).toContain('+values.reviewers');
    // A plus that is not encoded would arrive as a blank.
    expect(server.requests[0]?.url).toContain('%2Bvalues.participants');
  });

  it('gives one that two pages hold once', async () => {
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('page=2')
        ? { values: [pullRequestRow(2), pullRequestRow(3)], size: 3 }
        : {
            values: [pullRequestRow(1), pullRequestRow(2)],
            size: 3,
            next: `https://api.bitbucket.org/2.0/repositories/%7B1%7D/%7B2%7D/pullrequests?page=2`,
          },
    }));
    await using services = await createTestServices();
    const pages = await pullRequestPages(sourceAt(server, services));
    expect(pages.map(({ pullRequests }) => pullRequests.map(({ number }) => number))).toEqual([
      [1, 2],
      [3],
    ]);
    expect(services.logged.filter((line) => line.includes(' but lists '))).toEqual([]);
  });

  it('asks every page for those who take part, also where the link to it does not', async () => {
    const next = `${listPath}?page=2&state=OPEN`;
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('page=2')
        ? { values: [pullRequestRow(2)] }
        : { values: [pullRequestRow(1)], next: `https://api.bitbucket.org${next}` },
    }));
    await using services = await createTestServices();
    await pullRequestPages(sourceAt(server, services));
    expect(queryOf(server, 1).get('fields')).toBe(queryOf(server, 0).get('fields'));
    expect(queryOf(server, 1).get('state')).toBe('OPEN');
  });

  it('follows a link as it is where the host refuses any addition to it', async () => {
    await using server = await startScriptedServer((request) => {
      if (!request.url.includes('page=2')) {
        const next = `http://${request.headers.host}${listPath}?page=2`;
        return { body: { values: [pullRequestRow(1)], next } };
      }
      return request.url.includes('fields')
        ? { status: 400, body: { type: 'error', error: { message: 'Bad fields' } } }
        : { body: { values: [pullRequestRow(2)] } };
    });
    await using services = await createTestServices();
    expect(await pullRequestPages(sourceAt(server, services))).toHaveLength(2);
    expect(server.requests).toHaveLength(3);
  });

  it('reads a person by itself where the list leaves them out, and not where it says that there is none', async () => {
    const jane = user('jane');
    const silent = { participants: undefined, reviewers: undefined };
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('/pullrequests/1')
        ? {
            participants: [{ user: jane, role: 'REVIEWER', approved: true, state: 'approved' }],
            reviewers: [jane],
          }
        : { values: [pullRequestRow(1, silent), pullRequestRow(2)] },
    }));
    await using services = await createTestServices();
    const [page] = await pullRequestPages(sourceAt(server, services));
    expect(page?.pullRequests[0]).toMatchObject({
      number: 1,
      reviewers: [{ nickname: 'jane' }],
      participants: [{ verdict: 'approved' }],
    });
    expect(page?.pullRequests[1]).toMatchObject({ number: 2, participants: [] });
    expect(server.requests).toHaveLength(2);
  });

  it('says so once where nothing says who takes part, and asks no more', async () => {
    const silent = { participants: undefined, reviewers: undefined };
    const rows = Array.from({ length: 50 }, (_, index) => pullRequestRow(index + 1, silent));
    await using server = await startScriptedServer((request) =>
      request.url.includes('/pullrequests/')
        ? { status: 404, body: { type: 'error', error: { message: 'No' } } }
        : { body: { values: rows } },
    );
    await using services = await createTestServices();
    const [page] = await pullRequestPages(sourceAt(server, services));
    expect(page?.pullRequests).toHaveLength(50);
    expect(server.requests.length).toBeLessThan(10);
    expect(
      services.logged.filter((line) =>
        line.includes('does not list participants of pull requests'),
      ),
    ).toHaveLength(1);
  });

  it('says so where the list holds fewer than the host counts', async () => {
    await using server = await startScriptedServer(() => ({
      body: { values: [pullRequestRow(1)], size: 5 },
    }));
    await using services = await createTestServices();
    await pullRequestPages(sourceAt(server, services));
    expect(services.logged.join('\n')).toContain('reports 5 pull requests in acme/web but lists 1');
  });

  it('asks for shorter pages where the host refuses the length, and for all fields where it refuses these', async () => {
    await using server = await startScriptedServer((request) => {
      const query = new URL(request.url, 'http://x').searchParams;
      if (Number(query.get('pagelen')) > 25) {
        return { status: 400, body: { type: 'error', error: { message: 'Invalid pagelen' } } };
      }
      return query.has('fields')
        ? { status: 400, body: { type: 'error', error: { message: 'Bad fields' } } }
        : { body: { values: [pullRequestRow(1)] } };
    });
    await using services = await createTestServices();
    expect(await pullRequestPages(sourceAt(server, services))).toHaveLength(1);
    expect(server.requests).toHaveLength(4);
    expect(queryOf(server, 2).get('fields')).toBe('+values.participants,+values.reviewers');
    expect(queryOf(server, 3).get('pagelen')).toBe('25');
    expect(queryOf(server, 3).getAll('state')).toHaveLength(4);
  });

  it('gives up where no page is short enough', async () => {
    await using server = await startScriptedServer(() => ({
      status: 400,
      body: { type: 'error', error: { message: 'Invalid pagelen' } },
    }));
    await using services = await createTestServices();
    const error = await failureOf(pullRequestPages(sourceAt(server, services)));
    expect(error).toMatchObject({ code: 'refused', detail: 'Invalid pagelen' });
    expect(server.requests).toHaveLength(3);
  });
});

describe('the number of pull requests', () => {
  it('costs one request where the host reports it', async () => {
    await using server = await startScriptedServer(() => ({
      body: { size: 1234, values: [{ id: 1 }], next: 'https://api.bitbucket.org/2.0/x?page=2' },
    }));
    await using services = await createTestServices();
    expect(await sourceAt(server, services).pullRequests.count(repository)).toBe(1234);
    expect(server.requests).toHaveLength(1);
    expect(queryOf(server).get('fields')).toBe('size,next,values.id');
    expect(queryOf(server).getAll('state')).toHaveLength(4);
  });

  it('is counted where the host does not', async () => {
    await using server = await startScriptedServer((request) => ({
      body: request.url.includes('page=2')
        ? { values: [{}] }
        : { values: [{}, {}], next: `http://${request.headers.host}${listPath}?page=2` },
    }));
    await using services = await createTestServices();
    expect(await sourceAt(server, services).pullRequests.count(repository)).toBe(3);
  });
});
