import type { Answer } from '../../network/answer.ts';
import type { GithubAccount, GithubTeam } from '../accounts/account.ts';
import { githubError, validationFailed } from '../rest/answers.ts';
import type { OrganizationCall } from '../settings/organization-call.ts';

const day = 86_400_000;

/** Invites somebody from outside the organization. @returns why that is refused */
export function invite(
  call: OrganizationCall,
  account: GithubAccount,
  team: GithubTeam,
): Answer | null {
  const { organization, host, token } = call;
  const { invitations, members, policies } = organization;
  if (policies.hasManagedUsers) {
    return githubError(403, 'Members of this organization are managed by an identity provider.');
  }
  const known = invitations.find((one) => one.account === account);
  if (known === undefined && isFull(organization)) {
    return refuse('You must purchase at least one more seat to add this user as a member.');
  }
  const at = host.now();
  const recent = invitations.filter((one) => one.at > at - day).length;
  if (known === undefined && recent >= policies.invitationsPerDay) {
    return refuse('Over invitation rate limit');
  }
  if (known !== undefined) invitations.splice(invitations.indexOf(known), 1);
  const teams = [...new Set([...(known?.teams ?? []), team])];
  invitations.push({ id: host.nextId(), account, inviter: token.user, teams, at });
  members.set(account.login.toLowerCase(), { role: 'member', state: 'pending' });
  return null;
}

/** Whoever was invited has a seat already. */
function isFull({ members, policies: { seats } }: GithubAccount): boolean {
  return seats !== null && members.size >= seats;
}

function refuse(message: string): Answer {
  const error = { resource: 'OrganizationInvitation', code: 'unprocessable', field: 'data' };
  return validationFailed([{ ...error, message }]);
}
