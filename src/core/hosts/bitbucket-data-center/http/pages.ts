import * as z from 'zod';
import type { Query } from '../../../kernel/base-url.ts';
import { hostFault } from '../../../network/http/response-errors.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import { orNull } from '../../shared/lenient-schema.ts';
import { type DataCenter, get, notUnderstood } from './reading.ts';

export interface PagesRequest {
  readonly path: string;
  readonly query?: Query;
  /** Errors to throw for these statuses. */
  readonly refusals?: Readonly<Record<number, (answer: HttpResponse) => Error>>;
  /** The host's administrator may have set a lower maximum. */
  readonly limit?: number;
  /** How deeply the rows may nest. */
  readonly maxDepth?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Page {
  readonly values: readonly unknown[];
  readonly isLast: boolean;
}

const start = z.number().int().nonnegative();

const pageSchema = z.object({
  values: z.array(z.unknown()),
  isLastPage: z.boolean().optional().catch(undefined),
  start: orNull(start),
  nextPageStart: orNull(start),
});

const maxPages = 100_000;

/**
 * The pages of a list. Only the host knows where the next one starts: it omits hidden rows, so `start` and the number of
 * rows do not add up. Complete, or it throws.
 * @throws `bad-answer`
 */
export async function* readPages(
  dataCenter: DataCenter,
  request: PagesRequest,
): AsyncGenerator<Page> {
  const { path, refusals = {}, limit = 100, maxDepth, signal } = request;
  const expectedStatuses = Object.keys(refusals).map(Number);
  let from = 0;
  for (let count = 1; count <= maxPages; count += 1) {
    const query = { ...request.query, start: from, limit };
    const answer = await get(dataCenter, { path, query, expectedStatuses, maxDepth, signal });
    const refusal = refusals[answer.status];
    if (refusal !== undefined) throw refusal(answer);
    const read = pageSchema.safeParse(answer.json);
    if (!read.success) throw notUnderstood(dataCenter, `GET ${path}`);
    const { values, isLastPage, nextPageStart: next } = read.data;
    const isAhead = next !== null && next > from;
    const isLast =
      isLastPage === true ||
      (isLastPage === undefined && !isAhead) ||
      (next === null && values.length === 0);
    yield { values, isLast };
    if (isLast) return;
    const following: number = next ?? from + values.length;
    if (following <= from) break;
    from = following;
  }
  throw hostFault(`${dataCenter.client.host} sends an endless list (${path})`);
}
