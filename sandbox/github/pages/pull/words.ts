import { type Html, html } from '../../../pages/html.ts';
import { markdown } from '../../../pages/text/markdown.ts';
import { addressIn, type RepositoryPlace } from '../place.ts';

const word = /(?<![\w/@#&])(?:@([a-z\d](?:[a-z\d-]{0,38}))|#(\d{1,9}))(?![\w])/gi;

/** A text of GitHub: who is mentioned stands out, and numbers of pull requests lead to them. */
export function githubText(place: RepositoryPlace, text: string | null): Html {
  if (text === null || text.trim() === '') {
    return html`<div class="prose"><p class="nothing">No description provided.</p></div>`;
  }
  return markdown(text, { readsHtml: true, words: (part) => linked(place, part) });
}

function linked(place: RepositoryPlace, text: string): Html {
  const { host, repository } = place;
  const parts: Html[] = [];
  let at = 0;
  for (const match of text.matchAll(word)) {
    const [whole, login, number] = match;
    const isPerson = login !== undefined && host.findAccount(login) !== null;
    const isPull = number !== undefined && repository.tracker.findPull(Number(number)) !== null;
    if (!isPerson && !isPull) continue;
    const shown = isPerson
      ? html`<span class="mention">${whole}</span>`
      : html`<a href="${addressIn(place, 'pull', Number(number))}">${whole}</a>`;
    parts.push(html`${text.slice(at, match.index)}${shown}`);
    at = match.index + whole.length;
  }
  return html`${parts}${text.slice(at)}`;
}
