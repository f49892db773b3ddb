import { counted } from '../../../pages/counted.ts';
import { type Html, html } from '../../../pages/html.ts';
import { roleOfTeam } from '../../teams/team.ts';
import { personOf, type RepositoryPlace } from '../place.ts';
import { factsPanel } from './facts.ts';

/** Who may do what: people by name, teams, and those who were invited. */
export function accessPanels({ repository }: RepositoryPlace): Html {
  const { owner, tracker, settings, id } = repository;
  const people = [...tracker.collaborators.values()].map(
    ({ account, permission }) => [personOf(account), permission] as const,
  );
  const invited = settings.invitations.map(
    ({ account, role }) => [personOf(account), `${role}, invited`] as const,
  );
  const teams = [...owner.teams.values()].flatMap((team) => {
    const role = roleOfTeam(team, id);
    return role === null
      ? []
      : [[team.name, `${role}, ${counted(team.members.size, 'member')}`] as const];
  });
  return html`${factsPanel('Collaborators', [...people, ...invited])}${factsPanel('Teams', teams)}`;
}
