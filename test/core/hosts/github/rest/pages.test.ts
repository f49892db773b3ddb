import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type PageParameters, readPages } from '../../../../../src/core/hosts/github/rest/pages.ts';
import type { HttpResponse } from '../../../../../src/core/network/response/response.ts';
import { failureOf } from '../../../network/support/failure.ts';
import { collect } from '../pull-request-support.ts';

const row = z.object({ id: z.number() });

function list(ask: (page: PageParameters) => HttpResponse) {
  return readPages({
    host: 'api.github.com',
    what: 'things',
    ask: async (page) => ask(page),
    row,
    keyOf: ({ id }) => id,
  });
}

function answer(ids: readonly number[], link?: string): HttpResponse {
  const headers: Record<string, string> = link === undefined ? {} : { link };
  return { status: 200, headers, json: ids.map((id) => ({ id })) };
}

const next = (page: number) => `<https://api.github.com/x?page=${page}&per_page=100>; rel="next"`;
const count = (length: number, from = 0) => Array.from({ length }, (_, index) => from + index);

describe('readPages', () => {
  it('gives everything once, in order, with links or without, in pages of any length', async () => {
    const shape = fc.record({
      total: fc.integer({ min: 0, max: 450 }),
      // A host that gives shorter pages than it was asked for has to say that there are more.
      length: fc.constantFrom(1, 30, 99, 100),
      hasLinks: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ total, length, hasLinks }) => {
        const perPage = hasLinks ? length : 100;
        const rows = await collect(
          list(({ page }) => {
            const from = (page - 1) * perPage;
            const ids = count(Math.max(0, Math.min(perPage, total - from)), from);
            const hasMore = from + perPage < total;
            return answer(ids, hasLinks && hasMore ? next(page + 1) : undefined);
          }),
        );
        expect(rows.map(({ id }) => id)).toEqual(count(total));
      }),
    );
  });

  it('gives a row once that something new has shifted to the next page', async () => {
    const pages = [answer(count(100), next(2)), answer([98, 99, 100, 101])];
    const rows = await collect(list(({ page }) => pages[page - 1] ?? answer([])));
    expect(rows.map(({ id }) => id)).toEqual(count(102));
  });

  it.each([
    ['gives the same full page for ever', () => answer(count(100))],
    ['gives the same short page with a next link for ever', () => answer([1], next(99))],
    ['gives nothing but next links', ({ page }: PageParameters) => answer([], next(page + 1))],
    ['links back', ({ page }: PageParameters) => answer([page], next(1))],
    ['links to the page itself', ({ page }: PageParameters) => answer([page], next(page))],
  ])('fails for a host that %s', async (_, ask) => {
    const error = await failureOf(collect(list(ask)));
    expect(error).toMatchObject({ code: 'bad-answer', retry: 'yes' });
    expect(error.message).toContain('repeats list pages');
  });

  it('ends where a host never does', async () => {
    const error = await failureOf(collect(list(({ page }) => answer([page], next(page + 1)))));
    expect(error.message).toContain('more than 10000 list pages');
  });

  it('goes on after a page without rows, and takes links without page numbers for one', async () => {
    const cursor = '<https://api.github.com/x?after=abc>; rel=next';
    const pages = [answer([1], cursor), answer([], cursor), answer([2])];
    const rows = await collect(list(({ page }) => pages[page - 1] ?? answer([])));
    expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it.each([
    [60, 3],
    [75, 3],
    [30, 2],
    [29, 1],
  ])(
    'gives all %i where the host neither links nor gives more than its usual 30, by %i requests',
    async (total, requests) => {
      let asked = 0;
      const rows = await collect(
        list(({ page }) => {
          asked += 1;
          const from = (page - 1) * 30;
          return answer(count(Math.max(0, Math.min(30, total - from)), from));
        }),
      );
      expect(rows.map(({ id }) => id)).toEqual(count(total));
      expect(asked).toBe(requests);
    },
  );

  it('does not take other relations for the next page', async () => {
    const link = '<https://x/?page=1>; rel="prev", <https://x/?page=9>; rel="last"';
    expect(await collect(list(() => answer([1], link)))).toEqual([{ id: 1 }]);
  });
});
