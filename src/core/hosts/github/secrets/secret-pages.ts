import type * as z from 'zod';
import { field, type HttpResponse } from '../../../network/http/response.ts';
import { redirects } from '../repositories/repositories.ts';
import { type PageParameters, readPages } from '../rest/pages.ts';

/** What is asked for is not there; a renamed repository's old name has nothing either. */
export const absentStatuses = [404, ...redirects];

class Absent extends Error {}

/**
 * A list that GitHub wraps in an object beside its count.
 * @returns `null` if what it belongs to is not there
 */
export async function listWrapped<Row extends { readonly name: string }>(options: {
  host: string;
  /** Names the list in messages. */
  what: string;
  /** The key that the rows stand under. */
  key: string;
  row: z.ZodType<Row>;
  ask: (page: PageParameters) => Promise<HttpResponse>;
}): Promise<readonly Row[] | null> {
  const { host, what, key, row } = options;
  const pages = readPages({
    host,
    what,
    row,
    keyOf: ({ name }) => name,
    async ask(page) {
      const answer = await options.ask(page);
      if (absentStatuses.includes(answer.status)) throw new Absent();
      return { ...answer, json: field(answer.json, key) };
    },
  });
  const rows = new Map<string, Row>();
  try {
    for await (const page of pages) for (const one of page) rows.set(one.name, one);
  } catch (thrown) {
    if (thrown instanceof Absent) return null;
    throw thrown;
  }
  return [...rows.values()];
}
