import { type Answer, jsonAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { JsonContext } from '../repositories/repository-json.ts';
import { bitbucketError } from './answers.ts';
import { selectFields } from './fields.ts';

/** A list that is cut into pages. */
export interface PagedList<T> {
  readonly items: readonly T[];
  readonly maxPageLength: number;
  /** The list's own address below `/2.0`, as the host writes it into its links. */
  readonly path: string;
  /** Parameters besides `pagelen`, `page` and `fields`; any other is refused. */
  readonly parameters: readonly string[];
  /** Pages have no numbers and no total: the next one is known by a word that only the host understands. */
  readonly isOpaque?: boolean;
  toJson(item: T): unknown;
}

/** One page. What the sandbox does not know is refused, never ignored. */
export function pageAnswer<T>(
  { apiUrl }: JsonContext,
  { query }: Exchange,
  list: PagedList<T>,
): Answer {
  const position = list.isOpaque ? 'ctx' : 'page';
  const known = ['pagelen', position, 'fields', ...list.parameters];
  for (const name of query.keys()) {
    if (!known.includes(name)) {
      return bitbucketError(400, `The sandbox does not know the parameter ${name}`);
    }
  }
  const pagelen = wholeNumber(query.get('pagelen'), 10);
  if (pagelen === null || pagelen > list.maxPageLength) {
    return bitbucketError(400, 'Invalid pagelen');
  }
  const page = readPosition(query.get(position), list.isOpaque ?? false);
  if (page === null) return bitbucketError(400, 'Invalid page');
  const start = (page - 1) * pagelen;
  const address = (to: number): string => {
    const next = new URLSearchParams(query);
    next.set(position, list.isOpaque ? opaque(to) : String(to));
    return `${apiUrl}/2.0/${list.path}?${next}`;
  };
  const hasMore = start + pagelen < list.items.length;
  const body = {
    values: list.items.slice(start, start + pagelen).map((item) => list.toJson(item)),
    pagelen,
    ...(list.isOpaque ? {} : { size: list.items.length, page }),
    ...(hasMore ? { next: address(page + 1) } : {}),
    ...(page > 1 && !list.isOpaque ? { previous: address(page - 1) } : {}),
  };
  const selected = selectFields(body, query.get('fields'));
  return selected === null
    ? bitbucketError(400, `Invalid fields: ${query.get('fields')}`)
    : jsonAnswer(200, selected);
}

function wholeNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : null;
}

function readPosition(text: string | null, isOpaque: boolean): number | null {
  if (text === null || !isOpaque) return wholeNumber(text, 1);
  return wholeNumber(
    Buffer.from(text, 'base64url')
      .toString('utf8')
      .replace(/^page /, ''),
    1,
  );
}

function opaque(page: number): string {
  return Buffer.from(`page ${page}`).toString('base64url');
}
