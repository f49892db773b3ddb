import { type BitbucketPlace, pullAddress, pullPath } from '../bitbucket/pages/place.ts';
import { pullContent as originalContent } from '../bitbucket/pages/pull-request-page.ts';
import { bitbucketBar } from '../bitbucket/pages/serve-pages.ts';
import type { BitbucketPullRequest } from '../bitbucket/pull-requests/pull-request-records.ts';
import { githubBar, placeOf } from '../github/pages/frame.ts';
import { addressIn } from '../github/pages/place.ts';
import { pullContent } from '../github/pages/pull/pull-page.ts';
import type { Answer } from '../network/answer.ts';
import { pageAnswer } from '../pages/document.ts';
import { type Html, html } from '../pages/html.ts';
import { findMigrated } from './find-migrated.ts';
import type { BothHosts } from './hosts.ts';

/** Both halves in one page: neither host has to let the other frame it. */
export async function besideAnswer(
  hosts: BothHosts,
  place: BitbucketPlace,
  original: BitbucketPullRequest,
): Promise<Answer> {
  const content = await originalContent(place, original);
  const body = html`<header>
<span class="title">#${original.number} ${original.title}</span>
<nav aria-label="Pull requests"><a class="jump" href="#original">Bitbucket</a> <a class="jump" href="#migrated">GitHub</a> ${neighbors(place, original)}<a href="/">All pull requests</a></nav>
</header>
<main class="halves">
<section class="half bitbucket" id="original" aria-label="Original on Bitbucket" tabindex="0">${bitbucketBar(place)}
<div class="page"><p class="half-link"><a href="${pullAddress(place, original.number)}">Original on Bitbucket</a></p>${content}</div></section>
${migratedHalf(hosts, place, original)}
</main>`;
  return pageAnswer({
    title: `${original.title}: Bitbucket and GitHub`,
    look: 'beside',
    isSplit: true,
    body,
  });
}

function migratedHalf(
  hosts: BothHosts,
  place: BitbucketPlace,
  original: BitbucketPullRequest,
): Html {
  const found = findMigrated(hosts.github, place, original);
  if (found === null) {
    return html`<section class="half github" id="migrated" aria-label="On GitHub" tabindex="0">${githubBar(html`GitHub`)}
<div class="page"><p class="warning">This pull request is not on GitHub.</p></div></section>`;
  }
  const { repository, pull } = found;
  const { github: host, tools, githubUrl: webUrl } = hosts;
  const github = { host, tools, webUrl, repository };
  const address = addressIn(github, 'pull', pull.number);
  return html`<section class="half github" id="migrated" aria-label="Migrated to GitHub" tabindex="0">${githubBar(placeOf(github))}
<div class="page"><p class="half-link"><a href="${address}">Migrated to GitHub</a></p>${pullContent(github, pull)}</div></section>`;
}

/** The ones before and after it in the same repository. */
function neighbors(place: BitbucketPlace, original: BitbucketPullRequest): Html {
  const { pullRequests } = place.repository;
  const at = pullRequests.indexOf(original);
  const link = (pull: BitbucketPullRequest | undefined, label: string) =>
    pull && html`<a href="${pullPath(place, pull.number)}">${label} #${pull.number}</a> `;
  return html`${link(pullRequests[at - 1], '←')}${link(pullRequests[at + 1], '→')}`;
}
