import { type BitbucketPages, pullPath, stateChip } from '../bitbucket/pages/place.ts';
import type { Answer } from '../network/answer.ts';
import { pageAnswer } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { findMigrated } from './find-migrated.ts';
import type { BothHosts } from './hosts.ts';

/** All pull requests of the source, by repository, and which of them are on GitHub. */
export function indexAnswer({ github }: BothHosts, pages: BitbucketPages): Answer {
  const repositories = pages.host.repositories.filter((one) => one.pullRequests.length > 0);
  const sections = repositories.map((repository) => {
    const place = { ...pages, repository };
    const rows = repository.pullRequests.map((pull) => {
      const found = findMigrated(github, place, pull);
      const where =
        found === null ? 'not on GitHub' : `${found.repository.name} #${found.pull.number}`;
      return html`<li class="row">${stateChip(place, pull)}<span class="grow"><a class="title" href="${pullPath(place, pull.number)}">#${pull.number} ${pull.title}</a></span><span class="quiet">${where}</span></li>`;
    });
    return html`<section class="panel"><h2>${repository.name}</h2><ul class="list">${rows}</ul></section>`;
  });
  const body = html`<header><span class="title">Pull requests on Bitbucket and GitHub</span></header>
<main class="page bitbucket">${sections}</main>`;
  return pageAnswer({ title: 'Pull requests on both hosts', look: 'beside', body });
}
