import * as z from 'zod';
import { MigratorError } from '../../../kernel/errors.ts';
import type { HttpResponse } from '../../../network/http/response.ts';
import { parseResponse } from './parse-response.ts';

export interface PagesOptions<Row> {
  readonly host: string;
  /** Names the list in messages. */
  readonly what: string;
  /** Rows of a page, where fewer than the largest page will do. */
  readonly pageLength?: number | undefined;
  readonly ask: (page: PageParameters) => Promise<HttpResponse>;
  readonly row: z.ZodType<Row>;
  /** What no two rows share. */
  readonly keyOf: (row: Row) => string | number;
}

export interface PageParameters {
  readonly per_page: number;
  readonly page: number;
}

/** GitHub's largest page. */
const longestPage = 100;

/** Rows of a page where nobody says how many. */
const usualPage = 30;

/** More than this is taken for a fault of the host. */
const maxPages = 10_000;

/**
 * The pages of a list, by their numbers. Of a `Link` header only the fact that there is a next page is used, so that
 * wherever it leads, nothing is sent there. The list ends with a page that is not full and names no next one: either
 * alone may be missing where a proxy takes headers away or a host gives shorter pages than it was asked for. Where both
 * happen, pages have the usual length, and the next one is asked for. Rows that come again because something new has shifted them are given once.
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
      throw broken(`The list ${what} of ${host} goes round in a circle`);
    }
    if (fresh.length > 0) yield fresh;
    if (isLast) return;
    before = new Set(rows.map(keyOf));
  }
  throw broken(`The list ${what} of ${host} has more than ${maxPages} pages`);
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

function broken(message: string): MigratorError {
  return new MigratorError('bad-answer', message, {
    hint: 'This is a fault of the host: run the command again, and report it if it stays.',
    retry: 'yes',
  });
}
