import { type Html, html, nothing } from '../../pages/html.ts';
import { markdown, plainText } from '../../pages/text/markdown.ts';
import type { BitbucketText } from '../pull-requests/pull-request-records.ts';
import { type BitbucketPlace, pullPath } from './place.ts';

const word =
  /(?<![\w/@#&])(?:@\{([^{}\s]{1,200})\}|@"([^"\n]{1,200})"|@([\w-]{1,100})|#(\d{1,9})(?!\w))/g;

/** A text of Bitbucket, whose HTML is text. Creole and plain texts are shown as they were written. */
export function bitbucketText(place: BitbucketPlace, { raw, markup }: BitbucketText): Html {
  const text = place.textOf(place.repository, raw);
  if (text.trim() === '') return nothing;
  if (markup !== 'markdown') return plainText(text);
  return markdown(text, { readsHtml: false, words: (part) => linked(place, part) });
}

function linked(place: BitbucketPlace, text: string): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const match of text.matchAll(word)) {
    const [whole, braced, quoted, plain, number] = match;
    const name = braced ?? quoted ?? plain;
    const shown = name === undefined ? numberLink(place, Number(number)) : mention(place, name);
    if (shown === null) continue;
    parts.push(html`${text.slice(at, match.index)}${shown}`);
    at = match.index + whole.length;
  }
  return html`${parts}${text.slice(at)}`;
}

function mention({ findMentioned }: BitbucketPlace, name: string): Html | null {
  const person = findMentioned(name);
  return person === null ? null : html`<span class="mention">@${person.displayName}</span>`;
}

function numberLink(place: BitbucketPlace, number: number): Html | null {
  const isThere = place.repository.pullRequests.some((one) => one.number === number);
  return isThere ? html`<a href="${pullPath(place, number)}">#${number}</a>` : null;
}
