import * as z from 'zod';
import { hostFault } from '../../../network/http/response-errors.ts';
import { field, type HttpResponse } from '../../../network/response/response.ts';
import type { Cancellable } from '../../../ports/records/target-address.ts';
import { parseResponse } from './parse-response.ts';
import type { Route, RouteParameters } from './routes.ts';
import type { GitHub } from './shared.ts';

interface ListOptions<Row> {
  /** Names the list in messages. */
  readonly what: string;
  /** Rows per page, where fewer than GitHub's maximum are enough. */
  readonly pageLength?: number | undefined;
  readonly row: z.ZodType<Row>;
  /** Unique per row. */
  readonly keyOf: (row: Row) => string | number;
}

export interface PagesOptions<Row> extends ListOptions<Row> {
  readonly host: string;
  readonly ask: (page: PageParameters) => Promise<HttpResponse>;
}

export interface PageParameters {
  readonly per_page: number;
  readonly page: number;
}

/** The pages of a route that returns a list, each row mapped by `to`. */
export async function* readList<R extends Route, Row, Result>(
  github: GitHub,
  route: R,
  parameters: Omit<RouteParameters<R>, keyof PageParameters>,
  { signal, to, ...list }: ListOptions<Row> & Cancellable & { readonly to: (row: Row) => Result },
): AsyncGenerator<readonly Result[]> {
  const ask = (page: PageParameters) => {
    const all = { ...parameters, ...page } as unknown as RouteParameters<R>;
    return github.send(route, all, { creates: false, signal });
  };
  for await (const rows of readPages({ ...list, host: github.host, ask })) yield rows.map(to);
}

class Absent extends Error {}

/**
 * All rows of a list.
 * @param options.key where GitHub wraps the rows in an object: the key that holds them
 * @returns `null` if the host answers with one of `absentStatuses`
 */
export async function readAll<Row>(
  options: PagesOptions<Row> & { absentStatuses: readonly number[]; key?: string },
): Promise<readonly Row[] | null> {
  const { absentStatuses, key } = options;
  const pages = readPages({
    ...options,
    async ask(page) {
      const answer = await options.ask(page);
      if (absentStatuses.includes(answer.status)) throw new Absent();
      return key === undefined ? answer : { ...answer, json: field(answer.json, key) };
    },
  });
  const rows: Row[] = [];
  try {
    for await (const page of pages) rows.push(...page);
  } catch (thrown) {
    if (thrown instanceof Absent) return null;
    throw thrown;
  }
  return rows;
}

/** GitHub's largest page. */
const longestPage = 100;

/** GitHub's page where the request names no length. */
const usualPage = 30;

/** More pages than this count as a fault of the host. */
const maxPages = 10_000;

/**
 * The pages of a list, by number. The `Link` header only shows that there is a next page: its address is never
 * requested. The list ends with a page that is not full and names no next one, because a proxy may remove headers and a
 * host may send shorter pages than requested. Where both happen, pages have the usual length, and the next one is
 * requested. Rows that newer ones have shifted onto the next page are returned once.
 * @throws `bad-answer` if the pages repeat themselves: a list is complete or it fails
 */
export async function* readPages<Row>(options: PagesOptions<Row>): AsyncGenerator<readonly Row[]> {
  const { ask, host, keyOf, what } = options;
  const pageLength = Math.max(1, Math.min(options.pageLength ?? longestPage, longestPage));
  let before: ReadonlySet<string | number> = new Set();
  for (let page = 1; page <= maxPages; page++) {
    const answer = await ask({ per_page: pageLength, page });
    const rows = parseResponse(z.array(options.row), answer, host, what);
    const next = nextLink(answer.headers.link);
    const fresh = rows.filter((row) => !before.has(keyOf(row)));
    const isUsual = rows.length === usualPage && answer.headers.link === undefined;
    const isLast = rows.length < pageLength && next === null && !isUsual;
    const isStale = page > 1 && fresh.length === 0 && (rows.length > 0 || before.size === 0);
    if (!isLast && goesRound({ page, next, isStale })) {
      throw hostFault(`${host} repeats list pages (${what})`);
    }
    if (fresh.length > 0) yield fresh;
    if (isLast) return;
    before = new Set(rows.map(keyOf));
  }
  throw hostFault(`${host} returned more than ${maxPages} list pages (${what})`);
}

function goesRound(options: { page: number; next: string | null; isStale: boolean }): boolean {
  const number = options.next === null ? null : pageNumber(options.next);
  return options.isStale || (number !== null && number <= options.page);
}

/** `<https://api.github.com/repositories/1/pulls?page=2>; rel="next", <…>; rel="last"` */
function nextLink(header: string | undefined): string | null {
  for (const [, address, parameters] of (header ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/\brel\s*=\s*"?next\b/i.test(parameters ?? '')) return address ?? '';
  }
  return null;
}

function pageNumber(address: string): number | null {
  const digits = /[?&]page=(\d{1,9})(?:&|#|$)/.exec(address)?.[1];
  return digits === undefined ? null : Number(digits);
}
