import { describe, expect, it } from 'vitest';
import { requestTable } from '../../bench/document/tables.ts';
import { countRequests } from '../../bench/pull-requests/count-requests.ts';
import { exceededRequests, perPullRequest } from '../../bench/pull-requests/request-line.ts';
import type { RecordedRequest } from '../../sandbox/network/request-log.ts';

function request(
  host: RecordedRequest['host'],
  method: string,
  path: string,
  more: Partial<RecordedRequest> = {},
): RecordedRequest {
  return {
    host,
    method,
    path,
    query: '',
    status: 200,
    contentCreating: false,
    authorization: 'none',
    fault: null,
    at: 0,
    ...more,
  };
}

const creating = { contentCreating: true };

describe('the requests of a run', () => {
  it('are told apart by what they do', () => {
    const counts = countRequests([
      request('bitbucket', 'GET', '/2.0/repositories/acme/web/pullrequests'),
      request('bitbucket-git', 'GET', '/acme/web.git/info/refs', { status: 401 }),
      request('github', 'GET', '/repos/acme/web', { status: 404 }),
      request('github', 'POST', '/orgs/acme/repos', creating),
      request('github', 'POST', '/repos/acme/web/pulls', creating),
      request('github', 'POST', '/graphql'),
      request('github', 'PATCH', '/repos/acme/web/pulls/1'),
      request('github-git', 'GET', '/acme/web.git/info/refs'),
      request('github-git', 'POST', '/acme/web.git/git-receive-pack'),
    ]);
    expect(counts).toEqual({
      creating: 2,
      changing: 2,
      pushes: 1,
      readingTarget: 1,
      readingSource: 1,
    });
  });

  it('do not count where one of them was refused', () => {
    const refused = request('github', 'POST', '/repos/acme/web/pulls', { status: 422 });
    expect(() => countRequests([refused])).toThrow('/repos/acme/web/pulls: 422');
  });

  it('are held against their bounds by the pull request', () => {
    const counts = { creating: 42, changing: 1, pushes: 1, readingTarget: 4, readingSource: 62 };
    const options = { name: 'compact', pullRequests: 20 };
    const line = perPullRequest(counts, {
      ...options,
      bounds: { creating: 2.2, readingSource: 3 },
    });
    expect(line).toMatchObject({ creating: 2.1, readingSource: 3.1 });
    expect(exceededRequests(line)).toEqual(['requests to the source, compact']);
    expect(requestTable([line])).toMatch(/compact \| 2\.10 +\| 2\.20 +\| kept .*MISSED/);
    expect(exceededRequests(perPullRequest(counts, { ...options, bounds: null }))).toEqual([]);
  });
});
