import { readHead } from '../../git/bare-repository.ts';
import type { Answer } from '../../network/answer.ts';
import { counted } from '../../pages/counted.ts';
import { type Html, html } from '../../pages/html.ts';
import { plainText } from '../../pages/text/markdown.ts';
import type { GithubRepository } from '../records.ts';
import { repositoryFrame } from './frame.ts';
import { addressIn, type RepositoryPlace } from './place.ts';
import { pullRow } from './pull/pull-list-page.ts';
import { listNames, readFileAt } from './read-code.ts';

/** Longer lists show only how many there are. */
const mostNames = 20;
const mostPulls = 10;

/** Description, visibility, branches and tags, README and the newest pull requests. */
export async function repositoryPage(place: RepositoryPlace): Promise<Answer> {
  const { repository } = place;
  const head = readHead(repository.directory);
  const names = await listNames(place);
  const readme = names.branches.includes(head)
    ? await readFileAt(place, { ref: `refs/heads/${head}`, path: 'README.md' })
    : null;
  const content = html`<h1>${repository.name} ${visibilityLabel(repository)}</h1>
<div class="columns"><div>
<p class="state-line"><span class="branch mono">${head}</span> <span><b>${names.branches.length}</b> ${names.branches.length === 1 ? 'branch' : 'branches'}</span> <span><b>${counted(names.tags.length, 'tag')}</b></span></p>
${readmePanel(readme, names.branches.length)}
${pullPanel(place)}
</div>
<aside class="last">
<section><h2>About</h2>${repository.description || html`<span class="quiet">No description</span>`}</section>
<section><h2>Default branch</h2><span class="mono">${head}</span></section>
${namesSection('Branches', names.branches)}
${namesSection('Tags', names.tags)}
</aside></div>`;
  return repositoryFrame(place, { title: repository.name, tab: 'code', content });
}

export function visibilityLabel({
  archived,
  internal,
  private: isPrivate,
}: GithubRepository): Html {
  const visibility = internal ? 'Internal' : isPrivate ? 'Private' : 'Public';
  return html`<span class="label">${visibility}</span>${archived && html` <span class="label warn">Archived</span>`}`;
}

function readmePanel(readme: string | null, branches: number): Html {
  if (branches === 0) return html`<p class="warning">This repository is empty.</p>`;
  const shown = readme === null ? html`<p class="quiet">No README.md</p>` : plainText(readme);
  return html`<section class="panel"><h2>README.md</h2><div class="inside">${shown}</div></section>`;
}

function pullPanel(place: RepositoryPlace): Html {
  const { pulls } = place.repository;
  if (pulls.length === 0) return html`<p class="quiet">No pull requests.</p>`;
  const newest = pulls.toReversed().slice(0, mostPulls);
  const more =
    pulls.length > newest.length
      ? html`<p><a href="${addressIn(place, 'pulls')}">All ${pulls.length} pull requests</a></p>`
      : null;
  return html`<section class="panel"><h2>Pull requests</h2><ul class="list">${newest.map((pull) => pullRow(place, pull))}</ul></section>${more}`;
}

function namesSection(title: string, names: readonly string[]): Html {
  const shown = names.slice(0, mostNames);
  const more = names.length - shown.length;
  return html`<section><h2>${title} <span class="count">${names.length}</span></h2><ul>${shown.map((name) => html`<li class="mono">${name}</li>`)}${more > 0 && html`<li class="quiet">and ${more} more</li>`}</ul></section>`;
}
