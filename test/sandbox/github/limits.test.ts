import { describe, expect, it } from 'vitest';
import { askGithub, request } from '../helpers/rest.ts';
import { openSandbox } from '../helpers/sandbox.ts';

describe('limits', () => {
  it('of the hour end with 403 and remaining 0, until the hour is over', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    await using limited = await openSandbox({
      now: () => now,
      limits: { github: { requestsPerHour: 2 } },
    });
    await askGithub(limited, 'GET', '/user');
    await askGithub(limited, 'GET', '/user');
    const refused = await askGithub(limited, 'GET', '/user');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('API rate limit exceeded for user ID');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBe(now / 1000 + 3600);
    const told = await askGithub(limited, 'GET', '/rate_limit');
    expect(told.body.rate).toMatchObject({ limit: 2, used: 2, remaining: 0 });
    now += 3_600_001;
    expect((await askGithub(limited, 'GET', '/user')).status).toBe(200);
  });

  it('on content refuse the repository and leave the primary limit alone', async () => {
    await using limited = await openSandbox({ limits: { github: { contentPerMinute: 1 } } });
    const post = (name: string) => askGithub(limited, 'POST', '/orgs/acme/repos', { name });
    expect((await post('a')).status).toBe(201);
    const refused = await post('b');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('temporarily blocked from content creation');
    expect(refused.headers.get('retry-after')).toBeNull();
    expect(refused.headers.get('x-ratelimit-remaining')).not.toBe('0');
    expect(limited.github.findRepository('acme/b')).toBeNull();
  });

  it('on points count writing five times', async () => {
    await using limited = await openSandbox({
      limits: { github: { pointsPerMinute: 6, secondaryRetryAfter: 60 } },
    });
    expect((await askGithub(limited, 'POST', '/orgs/acme/repos', { name: 'a' })).status).toBe(201);
    expect((await askGithub(limited, 'GET', '/user')).status).toBe(200);
    const refused = await askGithub(limited, 'GET', '/user');
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(/^You have exceeded a secondary rate limit/);
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  it('on requests at the same time refuse the one too many', async () => {
    await using limited = await openSandbox({ limits: { github: { concurrentRequests: 0 } } });
    expect((await askGithub(limited, 'GET', '/user')).status).toBe(403);
  });

  it('do not exist on an Enterprise Server, which says so', async () => {
    await using enterprise = await openSandbox({ limits: { github: 'none' } });
    const answer = await askGithub(enterprise, 'GET', '/rate_limit');
    expect([answer.status, answer.body.message]).toEqual([404, 'Rate limiting is not enabled.']);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('do not exist on an Enterprise Server, whose REST interface is below /api/v3', async () => {
    await using enterprise = await openSandbox({ limits: { github: 'none' } });
    const { DST_GIT_URL, DST_TOKEN } = enterprise.environment;
    const headers = { authorization: `token ${DST_TOKEN}` };
    const answer = await request(`${DST_GIT_URL}/api/v3/orgs/acme`, { headers });
    expect(answer.body).toMatchObject({ login: 'acme', url: `${DST_GIT_URL}/api/v3/orgs/acme` });
    expect(answer.headers.get('x-github-enterprise-version')).toBe('3.19.1');
    const newest = { ...headers, 'x-github-api-version': '2026-03-10' };
    expect((await request(`${DST_GIT_URL}/api/v3/user`, { headers: newest })).status).toBe(400);
    expect(enterprise.requests[0]).toMatchObject({ host: 'github', path: '/orgs/acme' });
    await using plain = await openSandbox();
    const nothing = await request(`${plain.environment.DST_GIT_URL}/api/v3/user`);
    expect(nothing.status).toBe(404);
  });
});
