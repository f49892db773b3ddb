import { describe, expect, it } from 'vitest';
import { countByKind, requireSame } from '../../bench/migrating/same-requests.ts';
import type { RecordedRequest } from '../../sandbox/network/request-log.ts';

function request(method: string, path: string, host: RecordedRequest['host'] = 'github') {
  return {
    host,
    method,
    path,
    query: '',
    status: 200,
    contentCreating: false,
    authorization: 'token',
    fault: null,
    at: 0,
  } as const satisfies RecordedRequest;
}

describe('same requests', () => {
  it('counts requests to different targets as one kind', () => {
    const requests = [
      request('GET', '/user'),
      request('PUT', '/repos/acme/small-1-loop3/actions/permissions'),
      request('PUT', '/repos/acme/small-2-loop3/actions/permissions'),
      request('GET', '/repos/acme/small-1-loop3'),
    ];
    expect(countByKind(requests, 'loop3')).toEqual([
      'github GET /repos/acme/*: 1',
      'github GET /user: 1',
      'github PUT /repos/acme/*/actions/permissions: 2',
    ]);
  });

  it('leaves out what git sends', () => {
    expect(countByKind([request('GET', '/acme/a-x.git/info/refs', 'github-git')], 'x')).toEqual([]);
  });

  it('stops a comparison of unequal work, and names the difference', () => {
    const program = ['github GET /user: 1'];
    expect(() => requireSame(program, ['github GET /user: 2'])).toThrow(
      /program alone:\n {2}github GET \/user: 1\nthe loop alone:\n {2}github GET \/user: 2/,
    );
    expect(requireSame(program, [...program])).toBe(0);
  });

  it('counts looks at targets that only the program sends', () => {
    const looks = (many: number) => ['github GET /user: 1', `github GET /repos/acme/*: ${many}`];
    expect(requireSame(looks(9), looks(2))).toBe(7);
    expect(() => requireSame(looks(1), looks(2))).toThrow('other requests');
  });
});
