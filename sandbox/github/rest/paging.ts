import { type Answer, jsonAnswer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';

/** One page of a list, with the `Link` header. GitHub takes nonsense for the default and more than 100 for 100. */
export function pagedAnswer<Item>(
  items: readonly Item[],
  options: {
    exchange: Exchange;
    base: string;
    /** Path of the links, where that is not the address that was asked. */
    path?: string;
    toJson: (item: Item) => unknown;
  },
): Answer {
  const { exchange, base, toJson, path = exchange.path } = options;
  const perPage = Math.min(wholeNumber(exchange.query.get('per_page'), 30), 100);
  const page = wholeNumber(exchange.query.get('page'), 1);
  const last = Math.max(1, Math.ceil(items.length / perPage));
  const address = (number: number): string => {
    const query = new URLSearchParams(exchange.query);
    query.set('page', String(number));
    return `${base}${path}?${query}`;
  };
  const links: string[] = [];
  if (page > 1) links.push(`<${address(page - 1)}>; rel="prev"`);
  if (page < last) {
    links.push(`<${address(page + 1)}>; rel="next"`, `<${address(last)}>; rel="last"`);
  }
  if (page > 1) links.push(`<${address(1)}>; rel="first"`);
  const start = (page - 1) * perPage;
  return jsonAnswer(
    200,
    items.slice(start, start + perPage).map(toJson),
    links.length === 0 ? {} : { link: links.join(', ') },
  );
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : otherwise;
}
