import type { Answer } from '../../network/answer.ts';
import { pageAnswer } from '../../pages/document.ts';
import { type Html, html } from '../../pages/html.ts';
import { pathOf } from '../../pages/links.ts';
import { fullNameOf } from '../repositories/repository-book.ts';
import { addressIn, type RepositoryPlace } from './place.ts';

type Tab = 'code' | 'pulls' | 'settings';

/** The bar on top of each page. */
export function githubBar(place: Html): Html {
  return html`<header class="top">
<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" d="M7 5v14M7 12h6a4 4 0 0 0 4-4V5"/><g fill="currentColor"><circle cx="7" cy="4.500" r="2.500"/><circle cx="7" cy="19.500" r="2.500"/><circle cx="17" cy="4.500" r="2.500"/></g></svg>
<span class="place">${place}</span>
<span class="note">GitHub, embedded</span>
</header>`;
}

/** A page inside a repository. */
export function repositoryFrame(
  place: RepositoryPlace,
  { title, tab, content }: { title: string; tab: Tab; content: Html },
): Answer {
  const { repository } = place;
  const open = repository.pulls.filter(({ state }) => state === 'open').length;
  const at = (name: Tab, path: string, label: Html) =>
    tab === name
      ? html`<a href="${path}" aria-current="page">${label}</a>`
      : html`<a href="${path}">${label}</a>`;
  const body = html`${githubBar(placeOf(place))}
<nav class="tabs" aria-label="Repository">
${at('code', addressIn(place), html`Code`)}
${at('pulls', addressIn(place, 'pulls'), html`Pull requests <span class="count">${open}</span>`)}
${at('settings', addressIn(place, 'settings'), html`Settings`)}
</nav>
<main class="page">${content}</main>`;
  return pageAnswer({ title: `${title} · ${fullNameOf(repository)}`, look: 'github', body });
}

/** The owner and the name, each a link. */
export function placeOf(place: RepositoryPlace): Html {
  const { owner, name } = place.repository;
  return html`<a href="${place.webUrl}${pathOf(owner.login)}">${owner.login}</a> / <a href="${addressIn(place)}"><b>${name}</b></a>`;
}
