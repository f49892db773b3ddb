import { request as octokit } from '@octokit/request';
import type { Endpoints } from '@octokit/types';
import type { HttpClient } from '../../../network/http/http-client.ts';
import type { HttpRequest } from '../../../network/http/http-request.ts';
import { statusError } from '../../../network/http/response-errors.ts';
import type { HttpMethod } from '../../../network/http/round-trip.ts';
import type { HttpResponse } from '../../../network/response/response.ts';
import type { GitHubEdition } from '../../../ports/credentials/target-credentials.ts';
import type { RepositoryName } from '../../../ports/records/target-address.ts';
import { credentialsRefused, permissionRefused } from './refusals.ts';

type RouteOptions = Pick<
  HttpRequest,
  'creates' | 'contentCreating' | 'contentUnits' | 'expectedStatuses' | 'signal' | 'isCurrent'
>;

/** The address that GitHub's redirects of renamed repositories lead to, and that its description leaves out. */
interface UndescribedRoutes {
  'GET /repositories/{repository_id}': { parameters: { repository_id: string } };
}

type Routes = Endpoints & UndescribedRoutes;

/** GitHub's routes: the compiler checks their paths and parameters against GitHub's own description. */
export type Route = keyof Routes;

export type RouteParameters<R extends Route> = Omit<
  Routes[R]['parameters'],
  'request' | 'headers' | 'mediaType' | 'baseUrl'
>;

export type SendRoute = <R extends Route>(
  route: R,
  parameters: RouteParameters<R>,
  options: RouteOptions,
) => Promise<HttpResponse>;

/** The version that migrator was written for; github.com supports it until 2028 at least. */
const apiVersion = '2022-11-28';

/** Sends routes through our own client: octokit fills in the path and the body only. */
export function createRoutes(client: HttpClient, edition: GitHubEdition): SendRoute {
  let versionHeader: Readonly<Record<string, string>> = { 'x-github-api-version': apiVersion };

  const send: SendRoute = async (route, parameters, options) => {
    const { method, url, body } = octokit.endpoint(route as string, { ...parameters, baseUrl: '' });
    const expected = options.expectedStatuses ?? [];
    // Another request may learn meanwhile that the host refuses it.
    const sent = versionHeader;
    const answer = await client.request({
      method: method as HttpMethod,
      path: url,
      // octokit returns an empty string for a route without a body.
      body: body === '' ? undefined : body,
      repository: repositoryIn(parameters),
      accept: 'application/vnd.github+json',
      headers: sent,
      creates: options.creates,
      contentCreating: options.contentCreating ?? false,
      contentUnits: options.contentUnits,
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
    // An Enterprise Server that does not know the version answers 400, having done nothing.
    versionHeader = {};
    return send(route, parameters, options);
  };
  return send;
}

/** Some routes of an organization name a repository in the middle of their path, or in their body. Pure. */
function repositoryIn(parameters: object): RepositoryName | undefined {
  const {
    owner,
    repo,
    org,
    repository_names: names,
  } = parameters as Partial<Record<string, unknown>>;
  if (typeof owner === 'string' && typeof repo === 'string') return { owner, name: repo };
  const [name] = Array.isArray(names) ? names : [];
  return typeof org === 'string' && typeof name === 'string' ? { owner: org, name } : undefined;
}
