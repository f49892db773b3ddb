import * as z from 'zod';
import type { HttpClient } from './http-client.ts';
import type { HttpRequest } from './http-request.ts';
import { hostFault } from './response-errors.ts';

/** Only `values` and `next` are guaranteed. */
const pageSchema = z.object({
  values: z.array(z.unknown()),
  next: z.string().min(1).optional().catch(undefined),
  size: z.number().int().nonnegative().optional().catch(undefined),
});

export interface Page {
  readonly values: readonly unknown[];
  /** The total, where the host reports it. */
  readonly size: number | null;
}

export interface PagesOptions {
  readonly client: HttpClient;
  readonly first: Omit<HttpRequest, 'method' | 'creates'>;
  /**
   * Links to `https://api.bitbucket.org` are followed on the configured origin, with their path and query: recorded
   * lists of stand-ins hold such links.
   */
  readonly publicOrigin?: string;
  /** More pages than this count as a fault of the host. */
  readonly maxPages?: number;
}

const defaultMaxPages = 10_000;

/**
 * The pages of a Bitbucket list, by its absolute `next` links. A link to another origin, which must not get the
 * credentials, or in a circle ends the list with an error: a list is complete or it fails.
 * @throws `bad-answer`
 */
export async function* followPages(options: PagesOptions): AsyncGenerator<Page> {
  const { client, first, maxPages = defaultMaxPages } = options;
  const seen = new Set<string>();
  let request = first;
  for (let count = 1; ; count++) {
    const answer = await client.request({ ...request, method: 'GET', creates: false });
    const parsed = pageSchema.safeParse(answer.json);
    if (!parsed.success) {
      throw hostFault(`${client.host} sent an invalid list page (${first.path})`);
    }
    yield { values: parsed.data.values, size: parsed.data.size ?? null };
    const { next } = parsed.data;
    if (next === undefined) return;
    if (seen.has(next)) {
      throw hostFault(`${client.host} repeats list pages (${first.path})`);
    }
    if (count >= maxPages) {
      throw hostFault(`${client.host} returned more than ${maxPages} list pages (${first.path})`);
    }
    seen.add(next);
    const { query: _, ...rest } = first;
    request = { ...rest, path: addressAtHome(next, options.publicOrigin) };
  }
}

/** Credentials go to the configured origin only: of a public link only path and query are used. */
export function addressAtHome(next: string, publicOrigin: string | undefined): string {
  if (publicOrigin === undefined || !URL.canParse(next)) return next;
  const { origin, pathname, search, username, password } = new URL(next);
  const isPublic = origin === publicOrigin && username === '' && password === '';
  return isPublic ? `${pathname}${search}` : next;
}
