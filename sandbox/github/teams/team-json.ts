import type { GithubAccount, GithubTeam } from '../accounts/account.ts';
import { type GithubAddresses, nodeId, organizationJson } from '../accounts/account-json.ts';
import { membersOf } from './team.ts';

interface Place {
  readonly organization: GithubAccount;
  readonly addresses: GithubAddresses;
}

const madeAt = '2024-02-05T08:00:00Z';

/** The form that stands inside other teams (`team-simple`). */
function simpleTeamJson({ organization, addresses }: Place, team: GithubTeam) {
  const self = `${addresses.apiUrl}/organizations/${organization.id}/team/${team.id}`;
  return {
    id: team.id,
    node_id: nodeId('T', team.id),
    name: team.name,
    slug: team.slug,
    description: team.description,
    privacy: team.privacy,
    notification_setting: team.notifies ? 'notifications_enabled' : 'notifications_disabled',
    permission: 'pull',
    type: 'organization',
    organization_id: organization.id,
    url: self,
    html_url: `${addresses.webUrl}/orgs/${organization.login}/teams/${team.slug}`,
    members_url: `${self}/members{/member}`,
    repositories_url: `${self}/repos`,
  };
}

/** The form of lists. */
export function teamJson(place: Place, team: GithubTeam) {
  const { parent } = team;
  return {
    ...simpleTeamJson(place, team),
    parent: parent === null ? null : simpleTeamJson(place, parent),
  };
}

export function fullTeamJson(place: Place, team: GithubTeam) {
  const { organization, addresses } = place;
  return {
    ...teamJson(place, team),
    members_count: membersOf(organization, team).length,
    repos_count: team.repositories.size,
    created_at: madeAt,
    updated_at: madeAt,
    organization: organizationJson(organization, addresses),
  };
}
