import { randomBytes } from 'node:crypto';
import { type Answer, withHeaders } from '../network/answer.ts';
import type { Exchange } from '../network/exchange.ts';
import type { Face } from '../network/server.ts';
import { badCredentials, githubError, requiresAuthentication } from './answers.ts';
import type { GithubRestOptions } from './call.ts';
import { concurrencyRefusal } from './rate-limiter.ts';
import type { GithubToken } from './records.ts';
import { acceptedScopes, route } from './router.ts';

const firstVersion = '2022-11-28';
const newestVersion = '2026-03-10';

/** The REST interface of GitHub, as far as a migration of repositories uses it. */
export function createGithubRestFace(options: GithubRestOptions): Face {
  return {
    host: 'github',
    handle: (exchange) => handle(options, exchange),
    isContentCreating,
  };
}

/** Requests that make a repository count against the limits on content. */
function isContentCreating({ method, segments }: Exchange): boolean {
  return method === 'POST' && segments.at(-1) === 'repos';
}

async function handle(options: GithubRestOptions, exchange: Exchange): Promise<Answer> {
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
  options: GithubRestOptions,
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
  if (token === 'wrong') return badCredentials();
  const asksForLimits = exchange.path === '/rate_limit';
  const limited = asksForLimits
    ? null
    : options.limiter.count({
        user: token?.user ?? null,
        write: !['GET', 'HEAD', 'OPTIONS'].includes(exchange.method),
        content: isContentCreating(exchange),
      });
  if (limited !== null) return limited;
  // Everything that a migration asks is asked with a token.
  if (token === null) return requiresAuthentication();
  return route({ ...options, exchange, token });
}

/** Enterprise Servers are behind. */
function isKnownVersion({ enterpriseVersion }: GithubRestOptions, version: string): boolean {
  return version === firstVersion || (version === newestVersion && enterpriseVersion === null);
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
  if (options.enterpriseVersion !== null) {
    headers['x-github-enterprise-version'] = options.enterpriseVersion;
  }
  if (token === null || token === 'wrong') return headers;
  headers['x-oauth-scopes'] = token.scopes.join(', ');
  headers['x-accepted-oauth-scopes'] = acceptedScopes(exchange);
  return headers;
}
