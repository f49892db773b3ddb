import { describe, expect, it } from 'vitest';
import type {
  DeepRecord,
  DeepRecords,
} from '../../../src/core/discovery/deep-scan/deep-records.ts';
import { gatherFacts } from '../../../src/core/forecast/gather-facts.ts';
import { MigratorError } from '../../../src/core/kernel/errors.ts';
import type { SourceHost } from '../../../src/core/ports/source-host.ts';
import { sourceRepository } from '../source-repository.ts';

const listed: DeepRecord = {
  kind: 'listed',
  counts: { open: 2, comments: 3, with_comments: 1 },
  people: [],
  conversations: [{ number: 1, commentCount: 3 }],
};

function gather(
  records: Readonly<Record<string, DeepRecord>>,
  count: (slug: string) => number,
  counts = true,
) {
  const kept: DeepRecords = {
    read: async ({ id }) => {
      const record = records[id];
      return record === undefined ? [] : [record];
    },
    add: async () => {},
  };
  const pullRequests = { count: async ({ slug }: { slug: string }) => count(slug) };
  return gatherFacts({
    source: { pullRequests } as unknown as SourceHost,
    workspace: 'acme',
    repositories: ['a', 'b', 'c'].map((slug) => sourceRepository(slug)),
    records: kept,
    counts,
    signal: new AbortController().signal,
  });
}

describe('gatherFacts', () => {
  it('takes what a deep look has left, and asks for the number of the rest', async () => {
    const asked: string[] = [];
    const inputs = await gather({ '{b}': listed }, (slug) => asked.push(slug) * 10);
    expect(asked).toEqual(['a', 'c']);
    expect(inputs.map(({ source, facts }) => [source, facts?.accuracy, facts?.total])).toEqual([
      ['a', 'estimate', 10],
      ['b', 'exact', 2],
      ['c', 'estimate', 20],
    ]);
  });

  it('asks for nothing where that is not wanted: what nobody has looked at is unknown', async () => {
    const asked: string[] = [];
    const inputs = await gather({ '{b}': listed }, (slug) => asked.push(slug), false);
    expect(asked).toEqual([]);
    expect(inputs.map(({ facts }) => facts?.total ?? null)).toEqual([null, 2, null]);
  });

  it('knows nothing of a repository that refuses, and ends where the host is gone', async () => {
    const refused = await gather({}, (slug) => {
      if (slug === 'b') throw new MigratorError('permission', 'no');
      return 1;
    });
    expect(refused.map(({ facts }) => facts?.total ?? null)).toEqual([1, null, 1]);
    const gone = gather({}, () => {
      throw new MigratorError('unavailable', 'gone');
    });
    await expect(gone).rejects.toMatchObject({ code: 'unavailable' });
  });
});
