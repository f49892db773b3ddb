import { request as octokit } from '@octokit/request';
import type { Endpoints } from '@octokit/types';
import type { HttpClient } from '../../../network/http/http-client.ts';
import type { HttpResponse } from '../../../network/http/response.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import type { HttpMethod } from '../../../network/http/round-trip.ts';
import type { GitHubEdition } from '../../../ports/credentials/target-credentials.ts';
import { credentialsRefused, permissionRefused } from './refusals.ts';

interface RouteOptions {
  readonly creates: boolean;
  readonly contentCreating?: boolean;
  /** Besides 2xx: given back and not thrown. */
  readonly expectedStatuses?: readonly number[];
  readonly signal?: AbortSignal | undefined;
  readonly isCurrent?: (() => boolean) | undefined;
}

/** GitHub's routes: their paths and parameters are checked against its own description when compiling. */
export type SendRoute = <R extends keyof Endpoints>(
  route: R,
  parameters: Omit<Endpoints[R]['parameters'], 'request' | 'headers' | 'mediaType' | 'baseUrl'>,
  options: RouteOptions,
) => Promise<HttpResponse>;

/** The version that this program was written for; github.com keeps it until 2028 at least. */
const apiVersion = '2022-11-28';

/**
 * Sends routes through a client of ours: octokit fills in the path and the body, and neither retries, follows
 * redirects nor throws.
 */
export function createRoutes(client: HttpClient, edition: GitHubEdition): SendRoute {
  let versionHeader: Readonly<Record<string, string>> = { 'x-github-api-version': apiVersion };

  const send: SendRoute = async (route, parameters, options) => {
    const { method, url, body } = octokit.endpoint(route as string, { ...parameters, baseUrl: '' });
    const expected = options.expectedStatuses ?? [];
    // Another request may learn that the host refuses it while this one is on its way.
    const sent = versionHeader;
    const answer = await client.request({
      method: method as HttpMethod,
      path: url,
      // octokit gives an empty text where a route of this kind has no body.
      body: body === '' ? undefined : body,
      accept: 'application/vnd.github+json',
      headers: sent,
      creates: options.creates,
      contentCreating: options.contentCreating ?? false,
      expectedStatuses: [...expected, 400, 401, 403],
      signal: options.signal,
      isCurrent: options.isCurrent,
    });
    const what = `${method} ${url}`;
    if (expected.includes(answer.status)) return answer;
    if (answer.status === 401) throw credentialsRefused(answer, client.host, what);
    if (answer.status === 403) throw permissionRefused(answer, client.host, what);
    if (answer.status !== 400) return answer;
    if (edition === 'cloud' || sent['x-github-api-version'] === undefined) {
      throw statusError(answer, client.host, what);
    }
    // An Enterprise Server older or newer than the version answers 400 to it, and has done nothing.
    versionHeader = {};
    return send(route, parameters, options);
  };
  return send;
}
