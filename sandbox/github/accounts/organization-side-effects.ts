import { githubError, notFound } from '../rest/answers.ts';
import type { Call, Handler } from '../rest/call.ts';
import { pagedAnswer } from '../rest/paging.ts';
import type { GithubAccount, OrganizationHook } from './account.ts';
import { activeMembership } from './permissions.ts';

/** `GET /orgs/{org}/hooks`: for owners with a scope of its own. Others are not told that there is such an address. */
export function listHooks(call: Call, login: string): ReturnType<Handler> {
  const organization = administered(call, login, ['admin:org_hook']);
  if (organization === null) return notFound();
  return list(call, organization.hooks, (hook) => hookJson(call, organization, hook));
}

/** The organization, if the user owns it and the token has one of the scopes. */
function administered(
  { host, token }: Call,
  login: string,
  scopes: readonly string[],
): GithubAccount | null {
  const organization = host.findAccount(login);
  if (organization?.kind !== 'organization') return null;
  const isOwner = activeMembership(organization, token.user) === 'admin';
  return isOwner && scopes.some((scope) => token.scopes.includes(scope)) ? organization : null;
}

function list<Item>(
  { exchange, addresses }: Call,
  items: readonly Item[],
  toJson: (item: Item) => unknown,
): ReturnType<Handler> {
  for (const name of exchange.query.keys()) {
    if (name !== 'per_page' && name !== 'page') {
      return githubError(422, `The sandbox does not know ${name} here.`);
    }
  }
  return pagedAnswer(items, { exchange, base: addresses.apiUrl, toJson });
}

function hookJson({ addresses }: Call, { login }: GithubAccount, hook: OrganizationHook): unknown {
  const url = `${addresses.apiUrl}/orgs/${login}/hooks/${hook.id}`;
  return {
    type: 'Organization',
    id: hook.id,
    name: 'web',
    active: hook.active,
    events: hook.events,
    config: { content_type: 'json', insecure_ssl: '0', url: hook.url },
    updated_at: '2026-01-01T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
    url,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
  };
}
