import type { Query } from '../../../kernel/base-url.ts';
import type { HttpClient } from '../../../network/http/http-client.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import { followPages, type Page } from '../../../network/http/pagination.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import { type HttpResponse, hostMessage } from '../../../network/response/response.ts';
import { type BitbucketCloud, get } from './reading.ts';

/** Recorded lists link to it. */
export const publicOrigin = 'https://api.bitbucket.org';

export interface PagesRequest {
  readonly path: string;
  readonly query?: Query;
  readonly fields: readonly string[];
  /** The longest page first; the next one where the host says `Invalid pagelen`. */
  readonly pageLengths: readonly number[];
  /** Errors to throw for these statuses. */
  readonly refusals?: Readonly<Record<number, (answer: HttpResponse) => Error>>;
  readonly isRepository?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The pages of a list. Complete, or it throws. */
export function readPages(bitbucket: BitbucketCloud, request: PagesRequest): AsyncGenerator<Page> {
  const [pagelen] = request.pageLengths;
  return followPages({
    client: pageClient(bitbucket, request),
    publicOrigin,
    first: {
      path: request.path,
      query: { ...request.query, pagelen, fields: request.fields.join(',') },
      signal: request.signal,
    },
  });
}

/** The adapter's client, with shorter pages or fewer fields where the host refuses them. */
function pageClient(
  bitbucket: BitbucketCloud,
  { refusals = {}, pageLengths, isRepository = true }: PagesRequest,
): HttpClient {
  const { host } = bitbucket.client;
  // The accepted fields, which the host's links do not always repeat.
  let taken: string | null = null;

  async function ask(options: HttpRequest): Promise<HttpResponse> {
    const expectedStatuses = [400, ...Object.keys(refusals).map(Number)];
    const answer = await get(bitbucket, { ...options, expectedStatuses, isRepository });
    const refusal = refusals[answer.status];
    if (refusal !== undefined) throw refusal(answer);
    return answer;
  }
  async function askFirst(options: HttpRequest): Promise<HttpResponse> {
    const answer = await ask(options);
    if (answer.status === 400) {
      const query = askForLess(answer, options.query, pageLengths);
      if (query === null) throw statusError(answer, host, `GET ${options.path}`);
      return askFirst({ ...options, query });
    }
    const { fields } = options.query ?? {};
    taken = fields === undefined ? null : String(fields);
    return answer;
  }
  async function askNext(options: HttpRequest): Promise<HttpResponse> {
    const path = taken === null ? options.path : withFields(options.path, taken);
    const answer = await ask({ ...options, path });
    if (answer.status !== 400) return answer;
    if (path === options.path) throw statusError(answer, host, `GET ${options.path}`);
    // It only accepts its link unchanged.
    taken = null;
    return askNext(options);
  }
  return {
    host,
    request: (options) => (options.query === undefined ? askNext(options) : askFirst(options)),
  };
}

/** The host's link, an address or a path, with `fields` added if missing. */
function withFields(next: string, fields: string): string {
  const [address = '', ...query] = next.split('?');
  const asked = query.join('?');
  if (new URLSearchParams(asked).has('fields')) return next;
  return `${address}?${asked}${asked === '' ? '' : '&'}fields=${encodeURIComponent(fields)}`;
}

/** `null` if nothing is left to drop. */
function askForLess(
  answer: HttpResponse,
  query: Query | undefined,
  pageLengths: readonly number[],
): Query | null {
  if (query === undefined) return null;
  if (/pagelen/i.test(hostMessage(answer.json) ?? '')) {
    const shorter = pageLengths.find((length) => length < Number(query.pagelen));
    return shorter === undefined ? null : { ...query, pagelen: shorter };
  }
  return withoutFields(query);
}

/** Drops the exclusions first, then the additions. */
function withoutFields({ fields, ...rest }: Query): Query | null {
  if (fields === undefined) return null;
  const adding = String(fields)
    .split(',')
    .filter((field) => field.startsWith('+'));
  const isLess = adding.length > 0 && adding.join(',') !== fields;
  return isLess ? { ...rest, fields: adding.join(',') } : rest;
}
