import * as z from 'zod';
import { hostFault } from '../../../network/http/response-errors.ts';
import { type GraphQlError, graphQlFailure } from './graphql.ts';

const pageInfo = z.object({
  hasNextPage: z.boolean(),
  endCursor: z.string().nullable().catch(null),
});

/** Returns the schema of one page of a connection. @param row a row that it does not fit is `null` */
export function connectionOf<Row>(row: z.ZodType<Row>) {
  return z.object({ pageInfo, nodes: z.array(row.nullable()) });
}

/** Describes what every page of a connection says. */
interface Page {
  readonly pageInfo: z.infer<typeof pageInfo>;
}

export interface ConnectionPage<Row> extends Page {
  readonly nodes: readonly (Row | null)[];
}

/**
 * The pages of a connection, one query each.
 * @param options.what names the list in messages
 * @param options.first a page that was read already, which is not handed over again
 * @param options.ask gets the cursor of the page before; `null`: the host has no such list
 */
export async function* connectionPages<P extends Page>(options: {
  readonly host: string;
  readonly what: string;
  readonly first?: Page;
  readonly ask: (after: string | null) => Promise<P | null>;
}): AsyncGenerator<P> {
  const { host, what, ask } = options;
  const seen = new Set<string>();
  let before: Page | null = options.first ?? null;
  while (before === null || before.pageInfo.hasNextPage) {
    const after: string | null = before?.pageInfo.endCursor ?? null;
    if (before !== null && (after === null || seen.has(after)))
      throw hostFault(`${host} repeats list pages (${what})`);
    if (after !== null) seen.add(after);
    const page: P | null = await ask(after);
    if (page === null) return;
    yield page;
    before = page;
  }
}

/**
 * Reads a page that may be part of an answer.
 * @throws what the host refuses where the page is missing
 */
export function readConnection<P>(
  schema: z.ZodType<P>,
  found: unknown,
  answer: {
    readonly errors: readonly GraphQlError[];
    readonly host: string;
    readonly what: string;
  },
): P {
  const { errors, host, what } = answer;
  const parsed = schema.safeParse(found);
  if (parsed.success) return parsed.data;
  if (errors.length > 0) throw graphQlFailure(errors, { host, what });
  throw hostFault(`${host} returned no list of ${what}`);
}
