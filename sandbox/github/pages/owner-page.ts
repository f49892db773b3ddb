import type { Answer } from '../../network/answer.ts';
import { counted } from '../../pages/counted.ts';
import { pageAnswer } from '../../pages/document.ts';
import { html } from '../../pages/html.ts';
import { githubBar } from './frame.ts';
import { addressIn, type GithubPages } from './place.ts';
import { visibilityLabel } from './repository-page.ts';

/** The page of a person or an organization; without a login that of the host, with all repositories. */
export function ownerPage(pages: GithubPages, login: string): Answer | null {
  const { host } = pages;
  const account = login === '' ? null : host.findAccount(login);
  if (account === null && login !== '') return null;
  const repositories = host.repositories.filter(
    ({ owner }) => account === null || owner === account,
  );
  const title = account === null ? 'Repositories' : account.name;
  const rows = repositories.map((repository) => {
    const place = { ...pages, repository };
    const owner = account === null && `${repository.owner.login}/`;
    return html`<li class="row"><span class="grow">
<a class="title" href="${addressIn(place)}">${owner}${repository.name}</a> ${visibilityLabel(repository)}
<br><span class="quiet">${repository.description}</span></span>
<a href="${addressIn(place, 'pulls')}">${counted(repository.pulls.length, 'pull request')}</a></li>`;
  });
  const kind = account?.kind === 'mannequin' ? html`<span class="label">Mannequin</span>` : null;
  const body = html`${githubBar(html`<b>${account?.login ?? 'All repositories'}</b>`)}
<main class="page">
<h1>${title} ${kind}</h1>
${rows.length === 0 ? html`<p class="quiet">No repositories.</p>` : html`<ul class="list">${rows}</ul>`}
</main>`;
  return pageAnswer({ title, look: 'github', body });
}
