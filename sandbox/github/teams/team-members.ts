import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import type { GithubAccount, GithubTeam, TeamMember } from '../accounts/account.ts';
import { nodeId, organizationSimpleJson, simpleUserJson } from '../accounts/account-json.ts';
import { activeMembership } from '../accounts/permissions.ts';
import { githubError, invalidRequest, notFound } from '../rest/answers.ts';
import { githubTime } from '../rest/github-time.ts';
import { readParameters } from '../rest/parameters.ts';
import { listed } from '../settings/listed.ts';
import type {
  OrganizationCall,
  OrganizationHandler,
  OrganizationRoute,
} from '../settings/organization-call.ts';
import { invite } from './invite.ts';
import { membersOf } from './team.ts';
import { withTeam } from './team-routes.ts';

const listTeamMembers = withTeam((call, team) => {
  const role = call.exchange.query.get('role') ?? 'all';
  if (!['all', 'member', 'maintainer'].includes(role)) return invalidRequest(`No role: ${role}`);
  return listed(call, {
    items: membersOf(call.organization, team).filter((one) => role === 'all' || one.role === role),
    parameters: ['role'],
    toJson: ({ account }) => simpleUserJson(account, call.addresses),
  });
});

const getMembership = withTeam((call, team) => {
  const member = memberOf(call, team);
  return member === null ? notFound() : membershipAnswer(call, team, member);
});

/** With those of the teams below; of who was invited the team's own list knows. */
function memberOf({ organization, words }: OrganizationCall, team: GithubTeam): TeamMember | null {
  const login = (words[1] ?? '').toLowerCase();
  const own = team.members.get(login);
  if (own !== undefined) return own;
  const all = membersOf(organization, team);
  return all.find(({ account }) => account.login.toLowerCase() === login) ?? null;
}

function membershipAnswer(
  { addresses, organization }: OrganizationCall,
  team: GithubTeam,
  member: TeamMember,
) {
  const self = `${addresses.apiUrl}/organizations/${organization.id}/team/${team.id}`;
  const { account, role, state } = member;
  return jsonAnswer(200, { url: `${self}/memberships/${account.login}`, role, state });
}

/** Members of the organization belong to it at once, others are invited. */
const putMembership = withTeam(async (call, team) => {
  const read = await readParameters(call.exchange, { role: { kind: 'string' } });
  if ('refusal' in read) return read.refusal;
  const { role = 'member' } = read.values;
  if (role !== 'member' && role !== 'maintainer') return invalidRequest(`No role: ${String(role)}`);
  if (team.isSynchronized) return synchronized();
  const { organization, host, words } = call;
  const account = host.findAccount(words[1] ?? '');
  if (account === null) return notFound();
  if (account.kind === 'organization')
    return githubError(422, 'Cannot add an organization as a member.');
  const membership = activeMembership(organization, account);
  // An Enterprise Server invites nobody: it knows everybody whom it could.
  const isInvited = membership === null && call.enterprise === null;
  const refusal = isInvited ? invite(call, account, team) : null;
  if (refusal !== null) return refusal;
  if (membership === null && !isInvited) {
    organization.members.set(account.login.toLowerCase(), { role: 'member', state: 'active' });
  }
  const member: TeamMember = {
    account,
    // Owners are maintainers whatever they are called.
    role: membership === 'admin' ? 'maintainer' : role,
    state: isInvited ? 'pending' : 'active',
  };
  team.members.set(account.login.toLowerCase(), member);
  return membershipAnswer(call, team, member);
});

const removeMembership = withTeam((call, team) => {
  if (team.isSynchronized) return synchronized();
  const removed = team.members.delete((call.words[1] ?? '').toLowerCase());
  return removed ? emptyAnswer(204) : notFound();
});

function synchronized(): Answer {
  return githubError(403, 'The membership of this team is synchronized with an identity provider.');
}

const listMembers: OrganizationHandler = (call) => {
  const { organization, host, addresses, exchange } = call;
  const role = exchange.query.get('role') ?? 'all';
  const items = [...organization.members].flatMap(([login, membership]) => {
    const fits = role === 'all' || membership.role === role;
    const account = membership.state === 'active' && fits ? host.findAccount(login) : null;
    return account === null ? [] : [account];
  });
  const toJson = (account: GithubAccount) => simpleUserJson(account, addresses);
  return listed(call, { items, parameters: ['role'], toJson });
};

const getOrganizationMembership: OrganizationHandler = (call) => {
  const { organization, host, addresses, words } = call;
  const account = host.findAccount(words[0] ?? '');
  const membership = organization.members.get((words[0] ?? '').toLowerCase());
  if (account === null || membership === undefined) return notFound();
  const self = `${addresses.apiUrl}/orgs/${organization.login}`;
  return jsonAnswer(200, {
    url: `${self}/memberships/${account.login}`,
    ...membership,
    organization_url: self,
    organization: organizationSimpleJson(organization, addresses),
    user: simpleUserJson(account, addresses),
    direct_membership: true,
    enterprise_teams_providing_indirect_membership: [],
  });
};

const listInvitations: OrganizationHandler = (call) => {
  const { organization, addresses, enterprise } = call;
  if (enterprise !== null) return notFound();
  const self = `${addresses.apiUrl}/organizations/${organization.id}/invitations`;
  return listed(call, {
    items: organization.invitations,
    toJson: ({ id, account, inviter, teams, at }) => ({
      id,
      node_id: nodeId('OI', id),
      login: account.login,
      email: null,
      role: 'direct_member',
      created_at: githubTime(at),
      failed_at: null,
      failed_reason: null,
      inviter: simpleUserJson(inviter, addresses),
      team_count: teams.length,
      invitation_teams_url: `${self}/${id}/teams`,
      invitation_source: 'member',
    }),
  });
};

export const memberRoutes: Readonly<Record<string, OrganizationRoute>> = {
  'GET teams/*/members': { needs: 'read', handle: listTeamMembers },
  'GET teams/*/memberships/*': { needs: 'read', handle: getMembership },
  'PUT teams/*/memberships/*': { needs: 'own', handle: putMembership },
  'DELETE teams/*/memberships/*': { needs: 'own', handle: removeMembership },
  'GET members': { needs: 'read', handle: listMembers },
  'GET memberships/*': { needs: 'read', handle: getOrganizationMembership },
  'GET invitations': { needs: 'own', handle: listInvitations },
};
