import { jsonAnswer } from '../../network/answer.ts';
import { repositoryJson } from '../repositories/repository-json.ts';
import { githubError, notFound } from '../rest/answers.ts';
import type { Call, Handler } from '../rest/call.ts';
import { pagedAnswer } from '../rest/paging.ts';
import type { GithubAccount, GithubMembership } from './account.ts';
import {
  organizationJson,
  organizationSimpleJson,
  planJson,
  publicUserJson,
  simpleUserJson,
} from './account-json.ts';
import { activeMembership, permissionsOf } from './permissions.ts';
import { isAuthorized, reportHidden } from './single-sign-on.ts';

export const getAuthenticatedUser: Handler = ({ token, addresses }) =>
  jsonAnswer(200, publicUserJson(token.user, addresses));

/** Organisations answer here too, as the host's do. */
export function getUser(call: Call, login: string): ReturnType<Handler> {
  const account = call.host.findAccount(login);
  return account === null ? notFound() : jsonAnswer(200, publicUserJson(account, call.addresses));
}

export function getOrganization(call: Call, login: string): ReturnType<Handler> {
  const account = findOrganization(call, login);
  if (account === null) return notFound();
  const { token, enterprise, addresses } = call;
  const isOwner =
    activeMembership(account, token.user) === 'admin' && token.scopes.includes('admin:org');
  // An Enterprise Server has no plans.
  const plan = isOwner && enterprise === null ? { plan: planJson(account) } : {};
  return jsonAnswer(200, { ...organizationJson(account, addresses), ...plan });
}

const membershipScopes = ['read:org', 'write:org', 'admin:org', 'repo', 'user'];

const lackOfScope = 'You need at least read:org scope to list your organizations.';

function mayListMemberships({ token }: Call): boolean {
  return membershipScopes.some((scope) => token.scopes.includes(scope));
}

/** In the order of the organisations' ids, as far as `state` wants them. */
export function listMemberships(call: Call): ReturnType<Handler> {
  const { exchange, addresses } = call;
  if (!mayListMemberships(call)) return githubError(403, lackOfScope);
  const state = exchange.query.get('state');
  if (state !== null && state !== 'active' && state !== 'pending') {
    return githubError(422, `The sandbox does not know state=${state} here.`);
  }
  const found = membershipsOf(call).filter(
    ({ membership }) => state === null || membership.state === state,
  );
  return pagedAnswer(found, {
    exchange,
    base: addresses.apiUrl,
    toJson: ({ organization, membership }) => membershipJson(call, organization, membership),
  });
}

/** Invitations that nobody has accepted are no organisations of the account. */
export function listOwnOrganizations(call: Call): ReturnType<Handler> {
  const { exchange, addresses } = call;
  if (!mayListMemberships(call)) return githubError(403, lackOfScope);
  const active = membershipsOf(call).filter(({ membership }) => membership.state === 'active');
  const open = active.filter(({ organization }) => isAuthorized(organization, call.token));
  const answer = pagedAnswer(open, {
    exchange,
    base: addresses.apiUrl,
    toJson: ({ organization }) => organizationSimpleJson(organization, addresses),
  });
  return reportHidden(answer, call);
}

function membershipsOf({ host, token }: Call) {
  const login = token.user.login.toLowerCase();
  return host.accounts.flatMap((organization) => {
    const membership = organization.members.get(login);
    return membership === undefined ? [] : [{ organization, membership }];
  });
}

export function getMembership(call: Call, login: string): ReturnType<Handler> {
  if (!mayListMemberships(call)) return githubError(403, lackOfScope);
  const organization = findOrganization(call, login);
  const membership = organization?.members.get(call.token.user.login.toLowerCase());
  if (organization === null || membership === undefined) return notFound();
  return jsonAnswer(200, membershipJson(call, organization, membership));
}

function membershipJson(
  { token, addresses }: Call,
  organization: GithubAccount,
  membership: GithubMembership,
) {
  const self = `${addresses.apiUrl}/orgs/${organization.login}`;
  return {
    url: `${self}/memberships/${token.user.login}`,
    state: membership.state,
    role: membership.role,
    organization_url: self,
    user: simpleUserJson(token.user, addresses),
    organization: organizationSimpleJson(organization, addresses),
    direct_membership: true,
    enterprise_teams_providing_indirect_membership: [],
  };
}

const listParameters = ['type', 'affiliation', 'sort', 'direction', 'per_page', 'page'];

/** Newest first, as GitHub lists them. */
export function listOrganizationRepositories(call: Call, login: string): ReturnType<Handler> {
  const organization = findOrganization(call, login);
  return organization === null ? notFound() : listRepositoriesOf(call, organization);
}

export function listOwnRepositories(call: Call): ReturnType<Handler> {
  return listRepositoriesOf(call, call.token.user);
}

function listRepositoriesOf(call: Call, owner: GithubAccount): ReturnType<Handler> {
  const { exchange, host, token, addresses } = call;
  for (const name of exchange.query.keys()) {
    const known = listParameters.includes(name);
    const value = exchange.query.get(name) ?? '';
    if (!known || !isKnownListValue(name, value)) {
      return githubError(422, `The sandbox does not know ${name}=${value} here.`);
    }
  }
  const visible = host.repositories
    .filter((one) => one.owner === owner)
    .flatMap((repository) => {
      const permissions = permissionsOf(token, repository);
      return permissions === null ? [] : [{ repository, permissions }];
    });
  if (exchange.query.get('direction') !== 'asc') visible.reverse();
  return pagedAnswer(visible, {
    exchange,
    base: addresses.apiUrl,
    toJson: ({ repository, permissions }) => repositoryJson(repository, addresses, permissions),
  });
}

function isKnownListValue(name: string, value: string): boolean {
  if (name === 'type') return value === 'all';
  if (name === 'affiliation') return value === 'owner';
  if (name === 'sort') return value === 'created';
  return name !== 'direction' || value === 'asc' || value === 'desc';
}

export const getRateLimit: Handler = ({ limiter, token }) => {
  if (!limiter.enabled) return githubError(404, 'Rate limiting is not enabled.');
  const { limit, used, reset } = limiter.state(token.user);
  const core = { limit, used, remaining: limit - used, reset };
  const search = { limit: 30, used: 0, remaining: 30, reset };
  const points = limiter.graphqlState(token.user);
  const graphql = { ...points, remaining: points.limit - points.used };
  return jsonAnswer(200, { resources: { core, search, graphql }, rate: core });
};

function findOrganization(call: Call, login: string): GithubAccount | null {
  const account = call.host.findAccount(login);
  return account?.kind === 'organization' ? account : null;
}

/** Why the user may not make repositories there, or `null`. */
export function refuseCreation(organization: GithubAccount, user: GithubAccount): string | null {
  const membership = activeMembership(organization, user);
  if (membership === null) {
    return 'You need admin access to the organization before adding a repository to it.';
  }
  if (membership === 'admin' || organization.membersMayCreateRepositories) return null;
  return `${user.login} does not have permission to create repositories in this organization.`;
}
