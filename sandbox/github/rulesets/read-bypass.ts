import type { Answer } from '../../network/answer.ts';
import type { GithubAccount } from '../accounts/account.ts';
import { activeMembership } from '../accounts/permissions.ts';
import { githubError, invalidRequest } from '../rest/answers.ts';
import type { Call } from '../rest/call.ts';
import type { Parameters } from '../rest/parameters.ts';
import { actorTypes, type BypassActor } from './records.ts';

/** Of the roles that can be named: maintain, write and admin. */
export const bypassRoles: Readonly<Record<number, 'maintain' | 'write' | 'admin'>> = {
  2: 'maintain',
  4: 'write',
  5: 'admin',
};

export function readBypassActors(
  call: Call,
  owner: GithubAccount,
  { values, target }: { values: Parameters; target: 'branch' | 'tag' },
): readonly BypassActor[] | Answer {
  const read = (values.bypass_actors as readonly Parameters[]).map((one) =>
    readActor(call, owner, { values: one, target }),
  );
  return (
    read.find((one): one is Answer => 'status' in one) ??
    read.filter((one): one is BypassActor => !('status' in one))
  );
}

function readActor(
  { enterprise, host }: Call,
  owner: GithubAccount,
  { values, target }: { values: Parameters; target: 'branch' | 'tag' },
): BypassActor | Answer {
  const { actor_id: id = null, actor_type: type, bypass_mode: mode = 'always' } = values;
  const known = actorTypes.find((one) => one === type);
  const isUnknown = known === undefined || (known === 'User' && enterprise !== null);
  // Enterprise Server 3.19 knows no people here.
  if (isUnknown) return invalidRequest(`"${String(type)}" is not a member of actor_type.`);
  if (mode !== 'always' && mode !== 'pull_request' && mode !== 'exempt') {
    return invalidRequest(`"${String(mode)}" is not a member of bypass_mode.`);
  }
  if (id !== null && !Number.isInteger(id)) return invalidRequest('"actor_id" is no integer.');
  if (mode === 'pull_request' && (known === 'DeployKey' || target !== 'branch')) {
    return invalid('Bypass mode pull_request is not allowed here');
  }
  const actor: BypassActor = { id: id as number | null, type: known, mode };
  const why = whyNot(actor, { owner, host });
  return why === null ? actor : invalid(why);
}

/** Why an actor cannot be one, or `null`. A secret team cannot, since others would hear of it. */
function whyNot(
  { id, type }: BypassActor,
  { owner, host }: { owner: GithubAccount; host: Call['host'] },
): string | null {
  const outside = 'must be part of the ruleset source or owner organization';
  switch (type) {
    case 'RepositoryRole':
      return id !== null && Object.hasOwn(bypassRoles, id) ? null : `Actor role ${outside}`;
    case 'Team': {
      const team = [...owner.teams.values()].find((one) => one.id === id);
      return team?.privacy === 'closed' ? null : `Actor team ${outside}`;
    }
    case 'User': {
      const user = host.accounts.find((one) => one.id === id && one.kind === 'user');
      const isInside =
        user !== undefined && (user === owner || activeMembership(owner, user) !== null);
      return isInside ? null : `Actor user ${outside}`;
    }
    case 'Integration':
      return `Actor integration ${outside}`;
    case 'DeployKey':
      return id === null ? null : 'Actor deploy key takes no id';
    case 'OrganizationAdmin':
      return owner.kind === 'organization' ? null : `Actor organization admin ${outside}`;
  }
}

function invalid(sentence: string): Answer {
  return githubError(422, 'Validation Failed', { errors: [sentence] });
}
