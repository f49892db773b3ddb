import type { Answer } from '../../network/answer.ts';
import type { Exchange } from '../../network/exchange.ts';
import { pageAnswer } from '../../pages/document.ts';
import { type Html, html } from '../../pages/html.ts';
import { isForHost } from '../../pages/own-host.ts';
import { timeOf } from '../../pages/time.ts';
import { type BitbucketPages, type BitbucketPlace, pullPath, stateChip } from './place.ts';
import { pullContent } from './pull-request-page.ts';

/**
 * Returns the page that a person sees in a browser, without a sign-in: nobody but this machine can ask, and only by the
 * name that the server has. `null`: there is no such page.
 * @param options.parts what follows the workspace or `/projects/KEY/repos`: after the number of a pull request, any part of it
 */
export async function bitbucketPage(
  pages: BitbucketPages,
  exchange: Exchange,
  { parts, isOwner }: { parts: readonly string[]; isOwner: boolean },
): Promise<Answer | null> {
  const { method } = exchange;
  if (!isOwner || (method !== 'GET' && method !== 'HEAD')) return null;
  if (!isForHost(exchange, pages.webUrl)) return null;
  const [slug = '', kind, number = ''] = parts;
  const repository = pages.host.findRepository(slug);
  if (repository === null || kind !== 'pull-requests') return null;
  const place = { ...pages, repository };
  if (number === '') return listPage(place);
  const pull = repository.pullRequests.find((one) => String(one.number) === number);
  if (pull === undefined) return null;
  const content = await pullContent(place, pull);
  return framed(place, { title: `${pull.title} #${pull.number}`, content });
}

function listPage(place: BitbucketPlace): Answer {
  const { pullRequests } = place.repository;
  const rows = pullRequests.toReversed().map(
    (
      pull,
    ) => html`<li class="row">${stateChip(place, pull)}<span class="grow"><a class="title" href="${pullPath(place, pull.number)}">${pull.title}</a>
<br><span class="quiet">#${pull.number} by ${pull.author?.displayName ?? 'Former user'}, ${timeOf(pull.createdOn)}</span></span></li>`,
  );
  const content = html`<h1>Pull requests</h1>${rows.length === 0 ? html`<p class="quiet">None.</p>` : html`<ul class="list">${rows}</ul>`}`;
  return framed(place, { title: 'Pull requests', content });
}

function framed(
  place: BitbucketPlace,
  { title, content }: { title: string; content: Html },
): Answer {
  const body = html`${bitbucketBar(place)}<main class="page">${content}</main>`;
  return pageAnswer({ title: `${title} · ${place.repository.name}`, look: 'bitbucket', body });
}

/** The bar on top of each page. */
export function bitbucketBar(place: BitbucketPlace): Html {
  const { repository, product } = place;
  return html`<header class="top">
<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" d="M3 4h18l-3 16H6zM8 10h8M9 15h6"/></svg>
<span class="place">${place.ownerOf(repository)} / ${repository.project.name} / <a href="${pullPath(place)}"><b>${repository.name}</b></a></span>
<span class="note">${product}, embedded</span>
</header>`;
}
