import type { PullRequestPage } from '../../../../src/core/ports/pull-request-source.ts';
import type { SourceHost } from '../../../../src/core/ports/source-host.ts';

export const repository = { workspace: 'acme', slug: 'web' };

export const listPath = '/2.0/repositories/acme/web/pullrequests';

export function user(name: string, more: object = {}): object {
  return {
    display_name: name,
    links: { self: { href: 'https://api.bitbucket.org/2.0/users/x' } },
    type: 'user',
    uuid: `{${name.toUpperCase()}-1}`,
    account_id: `557058:${name}`,
    nickname: name,
    ...more,
  };
}

/** As Bitbucket lists it. */
export function pullRequestRow(id: number, more: object = {}): object {
  return {
    comment_count: 0,
    task_count: 0,
    type: 'pullrequest',
    id,
    title: `Change ${id}`,
    description: 'what it does',
    summary: { type: 'rendered', raw: 'what it does', markup: 'markdown', html: '<p>…</p>' },
    state: 'OPEN',
    draft: false,
    merge_commit: null,
    close_source_branch: false,
    closed_by: null,
    author: user('jane'),
    reason: '',
    created_on: '2024-03-01T10:00:00.123456+00:00',
    updated_on: '2024-03-02T10:00:00.654321+00:00',
    destination: {
      branch: { name: 'main' },
      commit: { hash: 'AB12ab12ab12', type: 'commit' },
      repository: { full_name: 'acme/web', name: 'web', uuid: '{1}' },
    },
    source: {
      branch: { name: 'feature/x' },
      commit: { hash: 'cd34cd34cd34', type: 'commit' },
      repository: { full_name: 'acme/web', name: 'web', uuid: '{1}' },
    },
    reviewers: [],
    participants: [],
    links: { html: { href: 'https://evil.example/x' } },
    ...more,
  };
}

export async function pullRequestPages(source: SourceHost): Promise<PullRequestPage[]> {
  const pages: PullRequestPage[] = [];
  for await (const page of source.pullRequests.list(repository)) pages.push(page);
  return pages;
}
