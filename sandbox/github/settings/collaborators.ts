import { type Answer, emptyAnswer, jsonAnswer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { nodeId, simpleUserJson } from '../accounts/account-json.ts';
import { activeMembership, roleIn } from '../accounts/permissions.ts';
import { permissionsOfRole, type Role, roleOf } from '../accounts/roles.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { repositoryJson } from '../repositories/repository-json.ts';
import { githubError, invalidRequest, notFound } from '../rest/answers.ts';
import { githubTime } from '../rest/github-time.ts';
import { readParameters } from '../rest/parameters.ts';
import { listed } from './listed.ts';
import type { RepositoryInvitation } from './records.ts';
import type { SettingsCall, SettingsRoute } from './settings-call.ts';

const day = 86_400_000;
/** Documented, for a repository in 24 hours; members of the organization do not count. */
const mostInvitations = 50;

/** `GET …/collaborators`: everybody who may do something, or those who were named there. */
function list(call: SettingsCall): Answer {
  const { exchange, host, repository } = call;
  const affiliation = exchange.query.get('affiliation') ?? 'all';
  if (!['all', 'direct', 'outside'].includes(affiliation)) {
    return invalidRequest(`No affiliation: ${affiliation}`);
  }
  const { collaborators } = repository.tracker;
  const items = host.accounts.flatMap((account) => {
    const isNamed = collaborators.has(account.login.toLowerCase());
    const isOutside = isNamed && activeMembership(repository.owner, account) === null;
    const isWanted = affiliation === 'all' || (affiliation === 'direct' ? isNamed : isOutside);
    const role = account.kind === 'user' && isWanted ? roleIn(account, repository) : null;
    return role === null ? [] : [{ account, role }];
  });
  return listed(call, {
    items,
    parameters: ['affiliation'],
    toJson: ({ account, role }) => ({
      ...simpleUserJson(account, call.addresses),
      permissions: permissionsOfRole(role),
      role_name: role,
    }),
  });
}

/** Returns what somebody may do in the end, by the old word and by the new one. */
function getPermission(call: SettingsCall): Answer {
  const account = call.host.findAccount(call.words[0] ?? '');
  if (account === null) return notFound();
  const role = roleIn(account, call.repository);
  const old = { read: 'read', triage: 'read', write: 'write', maintain: 'write', admin: 'admin' };
  return jsonAnswer(200, {
    permission: role === null ? 'none' : old[role],
    role_name: role ?? 'none',
    user: {
      ...simpleUserJson(account, call.addresses),
      permissions: role === null ? {} : permissionsOfRole(role),
      role_name: role ?? 'none',
    },
  });
}

/** Whoever belongs to the organization, or is there already, gets it at once; others are invited. */
async function put(call: SettingsCall): Promise<Answer> {
  const read = await readParameters(call.exchange, { permission: { kind: 'string' } });
  if ('refusal' in read) return read.refusal;
  const { host, repository, enterprise, words } = call;
  const { permission = 'push' } = read.values;
  // "Only valid on organization-owned repositories": others have only collaborators who write.
  const role = repository.owner.kind === 'user' ? 'write' : roleOf(permission);
  if (role === null) return invalidRequest(`"${String(permission)}" is not a permission.`);
  const account = host.findAccount(words[0] ?? '');
  if (account === null) return notFound();
  const { owner, tracker } = repository;
  if (account.kind === 'organization' || account === owner) {
    return githubError(422, 'Repository owner cannot be a collaborator');
  }
  const login = account.login.toLowerCase();
  const isMember = owner.kind === 'organization' && activeMembership(owner, account) !== null;
  const isThere = isMember || tracker.collaborators.has(login);
  const refusal = isThere ? null : refuseOutsider(call);
  if (refusal !== null) return refusal;
  // An Enterprise Server has nobody outside whom it could not reach.
  if (!isThere && enterprise === null) return invite(call, account, role);
  tracker.collaborators.set(login, { account, permission: role });
  return emptyAnswer(204);
}

function refuseOutsider({ repository }: SettingsCall): Answer | null {
  const { hasManagedUsers, allowsOutsideCollaborators } = repository.owner.policies;
  if (hasManagedUsers) {
    return githubError(403, 'Outside collaborators must belong to the enterprise.');
  }
  return allowsOutsideCollaborators
    ? null
    : githubError(403, 'Outside collaborators cannot be added to this organization.');
}

function invite(call: SettingsCall, account: GithubAccount, role: Role): Answer {
  const { host, repository, token } = call;
  const { invitations } = repository.settings;
  const known = invitations.find((one) => one.account === account);
  if (known !== undefined) {
    known.role = role;
    return jsonAnswer(201, invitationJson(call, known));
  }
  const at = host.now();
  if (invitations.filter((one) => one.at > at - day).length >= mostInvitations) {
    return githubError(422, 'Over invitation rate limit');
  }
  const made = { id: host.nextId(), account, inviter: token.user, role, at };
  invitations.push(made);
  return jsonAnswer(201, invitationJson(call, made));
}

function invitationJson(
  call: SettingsCall,
  { id, account, inviter, role, at }: RepositoryInvitation,
) {
  const { addresses, repository, permissions } = call;
  const name = fullNameOf(repository);
  return {
    id,
    node_id: nodeId('RI', id),
    repository: repositoryJson(repository, addresses, permissions),
    invitee: simpleUserJson(account, addresses),
    inviter: simpleUserJson(inviter, addresses),
    permissions: role,
    created_at: githubTime(at),
    expired: false,
    url: `${addresses.apiUrl}/user/repository_invitations/${id}`,
    html_url: `${addresses.webUrl}/${name}/invitations`,
  };
}

function remove(call: SettingsCall): Answer {
  const login = (call.words[0] ?? '').toLowerCase();
  const { settings, tracker } = call.repository;
  const index = settings.invitations.findIndex((one) => one.account.login.toLowerCase() === login);
  if (index >= 0) settings.invitations.splice(index, 1);
  tracker.collaborators.delete(login);
  return emptyAnswer(204);
}

function removeInvitation(call: SettingsCall): Answer {
  const { invitations } = call.repository.settings;
  const index = invitations.findIndex(({ id }) => String(id) === call.words[0]);
  if (index < 0) return notFound();
  invitations.splice(index, 1);
  return emptyAnswer(204);
}

export const collaboratorRoutes: Readonly<Record<string, SettingsRoute>> = {
  'GET collaborators': { needs: 'push', handle: list },
  'GET collaborators/*/permission': { needs: 'pull', handle: getPermission },
  'PUT collaborators/*': { needs: 'admin', handle: put },
  'DELETE collaborators/*': { needs: 'admin', handle: remove },
  'GET invitations': {
    needs: 'admin',
    handle: (call) =>
      listed(call, {
        items: call.repository.settings.invitations,
        toJson: (one) => invitationJson(call, one),
      }),
  },
  'DELETE invitations/*': { needs: 'admin', handle: removeInvitation },
};
