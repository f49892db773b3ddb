import { type Html, html } from '../../../pages/html.ts';
import type { SecretPlace } from '../../secrets/records.ts';
import type { RepositoryPlace } from '../place.ts';
import { factsPanel } from './facts.ts';

/** Names of secrets of the repository and of its environments, without what is in them. */
export function secretPanels({ host, repository }: RepositoryPlace): Html {
  const environments = [...host.secrets.environmentsOf(repository.id).values()];
  const own = factsPanel('Actions secrets', namesIn(host.secrets.ofRepository(repository.id)));
  if (environments.length === 0) return html`${own}${factsPanel('Environments', [])}`;
  const panels = environments.map((one) => {
    const wait = one.waitTimer === 0 ? [] : [['Wait timer', `${one.waitTimer} minutes`] as const];
    return factsPanel(`Environment ${one.name}`, [...wait, ...namesIn(one)]);
  });
  return html`${own}${panels}`;
}

function namesIn({ secrets }: SecretPlace) {
  return [...secrets.values()].map(({ name }) => [name, 'a secret'] as const);
}
