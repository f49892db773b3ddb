import type { Answer } from '../../network/answer.ts';
import { invalidRequest } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';
import { pagedAnswer } from '../rest/paging.ts';

/** A list in pages. Parameters that it does not know are refused. */
export function listed<Item>(
  { exchange, addresses }: Call,
  list: {
    readonly items: readonly Item[];
    readonly parameters?: readonly string[];
    readonly toJson: (item: Item) => unknown;
  },
): Answer {
  const known = ['per_page', 'page', ...(list.parameters ?? [])];
  const unknown = [...exchange.query.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) return invalidRequest(`The sandbox does not know ${unknown} here.`);
  return pagedAnswer(list.items, { exchange, base: addresses.apiUrl, toJson: list.toJson });
}
