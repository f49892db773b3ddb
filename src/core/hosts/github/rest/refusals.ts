import { originOf } from '../../../kernel/base-url.ts';
import { MigratorError } from '../../../kernel/errors.ts';
import {
  factsOf,
  type HttpResponse,
  listHeader,
  oneLine,
} from '../../../network/response/response.ts';
import { remedyFor } from './known-reasons.ts';

/** Names the scopes of a classic token, and the page of this host that creates one. */
function scopesHint(host: string): string {
  // The API of github.com and of *.ghe.com has a name of its own.
  const page = `${originOf(host.replace(/^api\./, ''))}/settings/tokens`;
  return `Use a classic token with the scopes repo, admin:org (organization operations) and workflow (when migrating automation workflows). Create one at ${page}.`;
}

/** 401 at whatever was asked for. */
export function credentialsRefused(
  answer: HttpResponse,
  host: string,
  what: string,
): MigratorError {
  return new MigratorError(
    'credentials',
    `401 Unauthorized: ${host} rejected DST_TOKEN (${what})`,
    {
      hint: `Set DST_TOKEN to a token that has not expired. ${scopesHint(host)}`,
      ...factsOf(answer),
    },
  );
}

/** 403 that is no rate limit: single sign-on, a missing scope, or a missing right. */
export function permissionRefused(answer: HttpResponse, host: string, what: string): MigratorError {
  if (/\burl=/.test(answer.headers['x-github-sso'] ?? '')) {
    const url = singleSignOnUrl(answer, host);
    return new MigratorError(
      'permission',
      `403 Forbidden: ${host} refused ${what}: DST_TOKEN is not authorized for single sign-on`,
      {
        hint:
          url === null
            ? 'Authorize the token for the organization: Settings > Developer settings > Personal access tokens > Configure SSO.'
            : `Open ${url} within an hour to authorize it.`,
        ...factsOf(answer),
      },
    );
  }
  const missing = missingFor(answer);
  const lack = missing.length === 0 ? '' : `; missing scope: ${missing.join(' or ')}`;
  const facts = factsOf(answer);
  return new MigratorError(
    'permission',
    `403 Forbidden: ${host} refused ${what} for DST_TOKEN${lack}`,
    {
      hint: remedyFor(facts.detail) ?? (lack === '' ? rightsHint(answer) : scopesHint(host)),
      ...facts,
    },
  );
}

/** Where no scope is the cause: fine-grained tokens and apps have permissions, which GitHub names. */
function rightsHint(answer: HttpResponse): string {
  const wanted = answer.headers['x-accepted-github-permissions'];
  if (grantedScopes(answer) === null && wanted !== undefined) {
    return `Give DST_TOKEN these permissions: ${oneLine(wanted, 100)}.`;
  }
  return "Use a token from an account that can do this: an organization owner's, or a repository administrator's.";
}

/** A classic token without the one scope that nothing works without. */
export function repoScopeMissing(host: string, granted: readonly string[]): MigratorError {
  const has = granted.length === 0 ? 'none' : granted.join(', ');
  return new MigratorError(
    'permission',
    `403 Forbidden: DST_TOKEN lacks the repo scope on ${host} (its scopes: ${oneLine(has, 200)})`,
    { hint: scopesHint(host) },
  );
}

/** The scopes of a classic token; `null` where the header is absent: a fine-grained token or an app. */
export function grantedScopes(answer: HttpResponse): readonly string[] | null {
  return listHeader(answer, 'x-oauth-scopes');
}

/** `x-accepted-oauth-scopes` names those of which one is enough; nothing is known if none is granted or named. */
function missingFor(answer: HttpResponse): readonly string[] {
  const granted = grantedScopes(answer);
  const accepted = listHeader(answer, 'x-accepted-oauth-scopes') ?? [];
  if (granted === null || accepted.some((scope) => granted.includes(scope))) return [];
  return accepted.slice(0, 5).map((scope) => oneLine(scope, 40));
}

/**
 * Reads `required; url=https://github.com/orgs/…/sso?authorization_request=…`. Somebody is to sign in there: an address that
 * belongs neither to the host that answered nor to GitHub is not passed on.
 */
function singleSignOnUrl(answer: HttpResponse, host: string): string | null {
  const url = /url=(https:\/\/[\x21-\x7e]+)/.exec(answer.headers['x-github-sso'] ?? '')?.[1];
  const parsed = url === undefined ? null : URL.parse(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return null;
  const own = [host, host.replace(/^api\./, ''), 'github.com'];
  return own.includes(parsed.host) || parsed.host.endsWith('.ghe.com') ? parsed.href : null;
}
