import { describe, expect, it } from 'vitest';
import { parseKeptOptions } from '../../../../src/core/choices/kept-options.ts';
import type { SourceRepository } from '../../../../src/core/ports/records/repository.ts';
import type { Migrate } from '../../../../src/core/run/preflight/migrate-request.ts';
import { expectWork } from '../../../../src/core/verbs/migrate/expect-work.ts';

const counts = {
  ...{ total: 12, open: 2, merged: 10, declined: 0, superseded: 0, from_forks: 0 },
  ...{ comments: 0, with_comments: 0, missing_numbers: 0, with_reviewers: 0, lost_commits: 0 },
};

function run(records: (id: string) => Promise<readonly object[]>): Migrate {
  const plan = { source: { kind: 'bitbucket-cloud', workspace: 'acme' } };
  const { signal } = new AbortController();
  const deepRecords = { read: ({ id }: { id: string }) => records(id) };
  return {
    plan,
    signal,
    drain: signal,
    services: { source: {}, deepRecords },
  } as unknown as Migrate;
}

function expected(records: (id: string) => Promise<readonly object[]>) {
  const sources = ['api', 'web', 'docs'].map((slug) => ({ id: slug, slug, sizeBytes: 1000 }));
  return expectWork({
    run: run(records),
    repositories: ['api', 'web', 'docs', 'gone'].map((source) => ({
      ...{ source, target: source, visibility: 'private' },
      ...(source === 'docs' && { pull_requests: false }),
    })),
    sources: new Map(sources.map((one) => [one.slug, one as SourceRepository])),
    chosen: { kept: parseKeptOptions('{}') },
  });
}

describe('expectWork', () => {
  it('takes sizes from the source, and counts from a deep scan, without asking a host', async () => {
    const listed = { kind: 'listed', counts, people: [], conversations: [] };
    const known = await expected(async (id) => (id === 'api' ? [listed] : []));
    expect(known).toEqual([
      {
        source: 'api',
        target: 'api',
        sizeBytes: 1000,
        pullRequests: 12,
        requests: expect.any(Number),
      },
      { source: 'web', target: 'web', sizeBytes: 1000, pullRequests: null, requests: null },
      { source: 'docs', target: 'docs', sizeBytes: 1000, pullRequests: 0, requests: 0 },
      { source: 'gone', target: 'gone', sizeBytes: null, pullRequests: null, requests: null },
    ]);
    expect(known[0]?.requests).toBeGreaterThanOrEqual(12);
  });

  it('knows less where the records cannot be read', async () => {
    const known = await expected(async () => {
      throw new Error('EACCES');
    });
    expect(known[0]).toMatchObject({ sizeBytes: 1000, pullRequests: null });
  });
});
