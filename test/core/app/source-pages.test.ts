import { describe, expect, it } from 'vitest';
import { hostsOf } from '../../../src/core/app/hosts.ts';
import type { Variables } from '../../../src/core/kernel/environment.ts';

const cloud = { kind: 'bitbucket-cloud', workspace: 'acme' } as const;
const dataCenter = { kind: 'bitbucket-data-center', workspace: 'PAY' } as const;

function pagesOf(variables: Variables, source: typeof cloud | typeof dataCenter) {
  const unused = {} as Parameters<typeof hostsOf>[0];
  return hostsOf({ ...unused, variables }).pages(source);
}

describe('pages of the source', () => {
  it('need no credentials', () => {
    const pages = pagesOf({}, cloud);
    expect(pages?.repository('web')).toBe('https://bitbucket.org/acme/web');
    expect(pages?.pullRequest('web', 7)).toBe('https://bitbucket.org/acme/web/pull-requests/7');
  });

  it('are those of projects and people on Data Center', () => {
    const variables = { SRC_DATA_CENTER_URL: 'https://git.acme.example/bitbucket/' };
    const base = 'https://git.acme.example/bitbucket';
    const pages = pagesOf(variables, dataCenter);
    expect(pages?.repository('web')).toBe(`${base}/projects/PAY/repos/web`);
    expect(pages?.pullRequest('web', 7)).toBe(`${base}/projects/PAY/repos/web/pull-requests/7`);
    const own = pagesOf(variables, { ...dataCenter, workspace: '~jane' as 'PAY' });
    expect(own?.repository('notes')).toBe(`${base}/users/jane/repos/notes`);
  });

  it('follow the kind of the migration, whatever the variables name by now', () => {
    const variables = { SRC_DATA_CENTER_URL: 'https://git.acme.example' };
    expect(pagesOf(variables, cloud)?.repository('web')).toBe('https://bitbucket.org/acme/web');
    expect(pagesOf({}, dataCenter)).toBeNull();
  });

  it('stay on their host, whatever a repository is called, and are missing where the address is malformed', () => {
    expect(pagesOf({}, cloud)?.repository('../../evil?x#y')).toBe(
      'https://bitbucket.org/acme/..%2F..%2Fevil%3Fx%23y',
    );
    expect(pagesOf({ SRC_DATA_CENTER_URL: 'ftp://x' }, dataCenter)).toBeNull();
  });
});
