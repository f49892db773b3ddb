import { describe, expect, it } from 'vitest';
import { MigratorError } from '../../../../src/core/kernel/errors.ts';
import { findPlannedSources } from '../../../../src/core/run/preflight/find-planned-sources.ts';
import type { Preflight } from '../../../../src/core/run/preflight/preflight-questions.ts';
import { sourceRepository } from '../../source-repository.ts';

/** A workspace of so many repositories, in pages of a hundred, and what is asked of it. */
function find(workspaceSize: number, slugs: readonly string[], unparsed: readonly string[] = []) {
  const all = Array.from({ length: workspaceSize }, (_, index) => sourceRepository(`r${index}`));
  const asked = { pages: 0, single: 0 };
  const source = {
    hostname: 'api.bitbucket.org',
    async *listRepositories() {
      for (let start = 0; start < all.length; start += 100) {
        asked.pages += 1;
        yield { repositories: all.slice(start, start + 100), unparsed, total: all.length };
      }
    },
    async findRepository({ slug }: { slug: string }) {
      asked.single += 1;
      return all.find((one) => one.slug === slug) ?? null;
    },
  };
  const check = {
    workspace: 'acme',
    signal: new AbortController().signal,
    repositories: slugs.map((slug) => ({ source: slug, target: slug, visibility: 'private' })),
    services: { source },
  } as unknown as Preflight;
  return { asked, check, result: findPlannedSources(check) };
}

function slugs(count: number, first = 0): string[] {
  return Array.from({ length: count }, (_, index) => `r${first + index}`);
}

describe('findPlannedSources', () => {
  it.each([1, 10])('asks for %d repositories one by one', async (count) => {
    const { asked, result } = find(1000, slugs(count));
    expect([...(await result).found.keys()]).toEqual(slugs(count));
    expect(asked).toEqual({ pages: 0, single: count });
  });

  it('lists as soon as there are more, and stops at the page that has the last of them', async () => {
    const { asked, result } = find(1000, [...slugs(11), 'r250']);
    expect((await result).found.size).toBe(12);
    expect(asked).toEqual({ pages: 3, single: 0 });
  });

  it('brings a whole workspace in one request for every hundred repositories', async () => {
    const { asked, result } = find(1000, slugs(1000));
    expect((await result).problems).toEqual([]);
    expect(asked).toEqual({ pages: 10, single: 0 });
  });

  it('gives the listing up where the few that are missing cost less one by one', async () => {
    const { asked, result } = find(10_000, [...slugs(20), 'r9998', 'r9999']);
    expect((await result).found.size).toBe(22);
    expect(asked.single).toBe(2);
    expect(asked.pages + asked.single).toBeLessThan(20);
  });

  it('takes a listing that has ended for the whole truth, and says what was probably meant', async () => {
    const { asked, result } = find(120, [...slugs(15), 'r1111']);
    const { found, problems } = await result;
    expect(found.size).toBe(15);
    expect(asked).toEqual({ pages: 2, single: 0 });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: 'not-found',
      message: 'acme/r1111 does not exist on api.bitbucket.org',
      hint: expect.stringMatching(/Did you mean r11\d\?/),
    });
  });

  it('asks for what is missing where the listing has left something out', async () => {
    const { asked, result } = find(120, [...slugs(15), 'lost'], ['1 that is not listed']);
    expect((await result).found.size).toBe(15);
    expect(asked).toEqual({ pages: 2, single: 1 });
  });

  it('reports the refusal of the list where what is planned is refused as well', async () => {
    const refusal = new MigratorError('permission', 'no list', { hint: '' });
    const refuse = async () => {
      throw refusal;
    };
    const { check } = find(0, slugs(11));
    const source = { ...check.services.source, findRepository: refuse };
    source.listRepositories = async function* () {
      yield await Promise.reject<never>(refusal);
    };
    const services = { ...check.services, source };
    await expect(findPlannedSources({ ...check, services })).rejects.toBe(refusal);
  });

  it('reports every repository that is not there', async () => {
    const { problems } = await find(5, ['r1', 'gone', 'lost']).result;
    expect(problems.map(({ message }) => message)).toEqual([
      'acme/gone does not exist on api.bitbucket.org',
      'acme/lost does not exist on api.bitbucket.org',
    ]);
  });
});
