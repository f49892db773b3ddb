import type { Answer } from '../../network/answer.ts';
import { hostMessage } from '../../network/answer.ts';
import { statusError } from '../../network/answer-errors.ts';
import type { Query } from '../../network/base-url.ts';
import type { HttpClient, HttpRequest } from '../../network/http-client.ts';
import { followPages, type Page } from '../../network/pagination.ts';
import { type BitbucketCloud, get } from './reading.ts';

/** Where Bitbucket Cloud itself is: what recorded lists link to. */
export const publicOrigin = 'https://api.bitbucket.org';

export interface PagesRequest {
  readonly path: string;
  readonly query?: Query;
  readonly fields: readonly string[];
  /** The longest page first; the next one where the host says `Invalid pagelen`. */
  readonly pageLengths: readonly number[];
  /** What these statuses mean for this list; they are thrown. */
  readonly refusals?: Readonly<Record<number, (answer: Answer) => Error>>;
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

/** The adapter's client, which asks for less where the host refuses the length of the page or the choice of fields. */
function pageClient(
  bitbucket: BitbucketCloud,
  { refusals = {}, pageLengths, isRepository = true }: PagesRequest,
): HttpClient {
  const { host } = bitbucket.client;
  async function request(options: HttpRequest): Promise<Answer> {
    const expectedStatuses = [400, ...Object.keys(refusals).map(Number)];
    const answer = await get(bitbucket, { ...options, expectedStatuses }, { isRepository });
    const refusal = refusals[answer.status];
    if (refusal !== undefined) throw refusal(answer);
    if (answer.status !== 400) return answer;
    const query = askForLess(answer, options.query, pageLengths);
    if (query === null) throw statusError(answer, host, `GET ${options.path}`);
    return request({ ...options, query });
  }
  return { host, request };
}

/** `null` where nothing less can be asked for. */
function askForLess(
  answer: Answer,
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

/** First what makes the answer shorter is given up, then what adds to it. */
function withoutFields({ fields, ...rest }: Query): Query | null {
  if (fields === undefined) return null;
  const adding = String(fields)
    .split(',')
    .filter((field) => field.startsWith('+'));
  const isLess = adding.length > 0 && adding.join(',') !== fields;
  return isLess ? { ...rest, fields: adding.join(',') } : rest;
}
