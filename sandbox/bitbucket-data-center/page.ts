import type { Answer } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import { dataCenterError, ownJson } from './answers.ts';
import type { DataCenterInstance } from './instance.ts';

/** A list that is cut into pages. */
export interface PagedList<T> {
  readonly items: readonly T[];
  /** Rows that the product gives at most, by default. */
  readonly mostRows: number;
  /** Parameters besides `start` and `limit`; any other is refused, which the product does not do. */
  readonly parameters: readonly string[];
  toJson(item: T): unknown;
}

/** One page. A limit that is too high is lowered silently. */
export function pageAnswer<T>(
  { rules }: DataCenterInstance,
  { query }: Exchange,
  list: PagedList<T>,
): Answer {
  for (const name of query.keys()) {
    if (!['start', 'limit', ...list.parameters].includes(name)) {
      return invalid(`The sandbox does not know the parameter ${name}`);
    }
  }
  const start = wholeNumber(query.get('start'), 0);
  const wanted = wholeNumber(query.get('limit'), 25);
  if (start === null || wanted === null) return invalid('Paging parameters must be integers.');
  const limit = Math.min(Math.max(wanted, 1), rules.mostRows ?? list.mostRows);
  const values = list.items.slice(start, start + limit);
  const isLastPage = start + limit >= list.items.length;
  return ownJson(200, {
    size: values.length,
    limit,
    isLastPage,
    values: values.map((item) => list.toJson(item)),
    start,
    nextPageStart: isLastPage ? null : start + limit,
  });
}

export function invalid(message: string): Answer {
  return dataCenterError(400, message, 'com.atlassian.bitbucket.IllegalArgumentException');
}

function wholeNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
