import { GraphqlRefusal } from './refusal.ts';

export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}

const maxPage = 100;

/** One page of a list, as each connection of the host has it. */
export function connection<Item, Node>(
  items: readonly Item[],
  page: PageArguments,
  { name, view }: { name: string; view: (item: Item) => Node },
) {
  const { first = null, last = null } = page;
  const asked = first ?? last;
  if (asked === null) {
    throw new GraphqlRefusal(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    );
  }
  if (asked > maxPage || asked < 1) {
    const word = first === null ? 'last' : 'first';
    throw new GraphqlRefusal(
      'EXCESSIVE_PAGINATION',
      `Requesting ${asked} records on the \`${name}\` connection exceeds the \`${word}\` limit of ${maxPage} records.`,
    );
  }
  const begin = page.after ? positionOf(page.after) : 0;
  const end = page.before ? positionOf(page.before) - 1 : items.length;
  const from = first === null ? Math.max(begin, end - asked) : begin;
  const to = first === null ? end : Math.min(end, begin + asked);
  const edges = items.slice(from, to).map((item, index) => ({
    cursor: cursorOf(from + index + 1),
    node: view(item),
  }));
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    totalCount: items.length,
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: to < items.length,
      hasPreviousPage: from > 0,
    },
  };
}

function cursorOf(position: number): string {
  return Buffer.from(`cursor:v2:${position}`).toString('base64');
}

function positionOf(cursor: string): number {
  const position = /^cursor:v2:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString())?.[1];
  if (position !== undefined) return Number(position);
  throw new GraphqlRefusal(
    'INVALID_CURSOR_ARGUMENTS',
    `\`${cursor}\` does not appear to be a valid cursor.`,
  );
}
