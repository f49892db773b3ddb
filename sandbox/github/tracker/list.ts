import type { Answer } from '../../network/answer.ts';
import { invalidRequest } from '../rest/answers.ts';
import { pagedAnswer } from '../rest/paging.ts';
import type { TrackerCall } from './context.ts';

interface Listed {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly visibleAt: number;
}

export interface ListForm<Item> {
  /** In the order of making. */
  readonly items: readonly Item[];
  /** Parameters beside those of pages, with the values that the sandbox knows; `null`: any. */
  readonly parameters: Readonly<Record<string, readonly string[] | null>>;
  readonly defaults?: { readonly direction: 'asc' | 'desc' };
  readonly filter?: (item: Item) => boolean;
  readonly toJson: (item: Item) => unknown;
}

/** A list with `sort`, `direction`, `since` and pages, without what lists do not show yet. */
export function listAnswer<Item extends Listed>(call: TrackerCall, form: ListForm<Item>): Answer {
  const { query } = call.exchange;
  for (const [name, value] of query) {
    if (name === 'per_page' || name === 'page') continue;
    const known = form.parameters[name];
    if (known === undefined || (known !== null && !known.includes(value))) {
      return invalidRequest(`The sandbox does not know ${name}=${value} here.`);
    }
  }
  return pagedAnswer(select(call, form), {
    exchange: call.exchange,
    base: call.addresses.apiUrl,
    // The host's links name repositories by their number, which stays when they are renamed.
    path: `/repositories/${call.repository.id}/${pathInside(call)}`,
    toJson: form.toJson,
  });
}

function select<Item extends Listed>(call: TrackerCall, form: ListForm<Item>): readonly Item[] {
  const { query } = call.exchange;
  const now = call.now();
  const since = query.get('since');
  const filter = form.filter ?? (() => true);
  const chosen = form.items.filter(
    (one) => one.visibleAt <= now && filter(one) && (since === null || one.updatedAt >= since),
  );
  const sort = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  if (!isSorted(chosen, sort))
    chosen.sort((a, b) => (a[sort] < b[sort] ? -1 : Number(a[sort] > b[sort])));
  const direction = query.get('direction') ?? form.defaults?.direction ?? 'asc';
  return direction === 'desc' ? chosen.reverse() : chosen;
}

function isSorted<Item extends Listed>(items: readonly Item[], by: 'createdAt' | 'updatedAt') {
  let before = '';
  for (const item of items) {
    if (item[by] < before) return false;
    before = item[by];
  }
  return true;
}

function pathInside({ exchange }: TrackerCall): string {
  const parts = exchange.path.split('/').slice(1);
  return parts.slice(parts[0] === 'repositories' ? 2 : 3).join('/');
}
