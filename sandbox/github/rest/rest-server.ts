import { randomBytes } from 'node:crypto';
import { type Answer, withHeaders } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import type { HostServer } from '../../network/server.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { createGraphql } from '../graphql/answer.ts';
import { isContentCreating, refuseHaste } from '../rate-limit/content.ts';
import { concurrencyRefusal } from '../rate-limit/rate-limiter.ts';
import type { GithubToken } from '../records.ts';
import {
  badCredentials,
  githubError,
  notFound,
  notOffered,
  requiresAuthentication,
} from './answers.ts';
import { firstVersion, newestVersion } from './api-versions.ts';
import type { GithubRestOptions } from './call.ts';
import { lacks } from './missing-features.ts';
import { acceptedScopes, route } from './router.ts';

interface RestServerOptions extends GithubRestOptions {
  readonly graphql: ReturnType<typeof createGraphql>;
}

/** The REST interface of GitHub and GraphQL beside it, as far as a migration of repositories uses it. */
export function createGithubRestServer(wanted: GithubRestOptions): HostServer {
  const options = { ...wanted, graphql: createGraphql() };
  return {
    host: 'github',
    handle: (exchange) => handle(options, exchange),
    isContentCreating,
  };
}

async function handle(options: RestServerOptions, exchange: Exchange): Promise<Answer> {
  const token = identify(options, exchange);
  const common = commonHeaders(options, exchange, token);
  const { limiter } = options;
  try {
    const answer = limiter.enter() ? await decide(options, exchange, token) : concurrencyRefusal();
    const user = token === 'wrong' ? null : (token?.user ?? null);
    return withHeaders(answer, { ...common, ...limiter.headers(user) });
  } finally {
    limiter.leave();
  }
}

async function decide(
  options: RestServerOptions,
  exchange: Exchange,
  token: GithubToken | 'wrong' | null,
): Promise<Answer> {
  if ((exchange.headers['user-agent'] ?? '') === '') {
    return githubError(
      403,
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header (https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required). Check https://developer.github.com for other possible causes.',
    );
  }
  const version = exchange.headers['x-github-api-version'];
  if (typeof version === 'string' && !isKnownVersion(options, version)) {
    return githubError(400, `The API version ${version} is not supported.`);
  }
  if (lacks(options.enterprise, exchange.path)) return notFound();
  if (token === 'wrong') return badCredentials();
  if (exchange.path === '/graphql') return askGraphql(options, exchange, token);
  const limited = refuseByLimits(options, exchange, token?.user ?? null);
  if (limited !== null) return limited;
  // Everything that a migration asks is asked with a token.
  if (token === null) return requiresAuthentication();
  return route({ ...options, exchange, token });
}

function refuseByLimits(
  { limiter, host }: RestServerOptions,
  exchange: Exchange,
  user: GithubAccount | null,
): Answer | null {
  if (exchange.path === '/rate_limit') return null;
  const content = isContentCreating(exchange);
  const write = !['GET', 'HEAD', 'OPTIONS'].includes(exchange.method);
  const refusal = limiter.count({ user, write, content });
  if (refusal !== null || !content || user === null) return refusal;
  return refuseHaste(host, user, exchange);
}

function askGraphql(
  options: RestServerOptions,
  exchange: Exchange,
  token: GithubToken | null,
): Answer | Promise<Answer> {
  if (token === null) {
    return githubError(401, 'This endpoint requires you to be authenticated.');
  }
  if (exchange.method !== 'POST') return notOffered(exchange.method, exchange.path);
  return options.graphql({ ...options, exchange, token });
}

/** Enterprise Servers are behind; the oldest know no version at all, and one that is newer may have dropped the first. */
function isKnownVersion({ enterprise }: GithubRestOptions, version: string): boolean {
  if (enterprise?.refusesVersions === true) return false;
  return version === firstVersion || (version === newestVersion && enterprise === null);
}

function identify(
  options: GithubRestOptions,
  { authorization }: Exchange,
): GithubToken | 'wrong' | null {
  if (authorization.kind === 'none') return null;
  const given = authorization.kind === 'basic' ? authorization.password : tokenOf(authorization);
  return options.host.tokens.list.find((one) => one.token === given) ?? 'wrong';
}

function tokenOf(authorization: Exchange['authorization']): string | null {
  return 'token' in authorization ? authorization.token : null;
}

function commonHeaders(
  options: GithubRestOptions,
  exchange: Exchange,
  token: GithubToken | 'wrong' | null,
): Record<string, string> {
  const asked = exchange.headers['x-github-api-version'];
  const headers: Record<string, string> = {
    'x-github-request-id': randomBytes(10).toString('hex').toUpperCase(),
    'x-github-media-type': 'github.v3; format=json',
    'x-github-api-version-selected': typeof asked === 'string' ? asked : firstVersion,
    server: 'github.com',
    'cache-control': 'private, max-age=60, s-maxage=60',
  };
  if (options.enterprise !== null) {
    headers['x-github-enterprise-version'] = options.enterprise.version;
  }
  if (token === null || token === 'wrong' || token.isFineGrained) return headers;
  headers['x-oauth-scopes'] = token.scopes.join(', ');
  headers['x-accepted-oauth-scopes'] = acceptedScopes(exchange);
  return headers;
}
