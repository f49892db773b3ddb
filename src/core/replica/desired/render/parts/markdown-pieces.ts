import type { Person } from '../../../../ports/records/person.ts';
import type { RenderWords } from '../input/rendering.ts';

/** Blocks of Markdown one below the other. Blank lines keep them apart; empty ones are left out. */
export function joinBlocks(...blocks: readonly (string | null)[]): string {
  return blocks.filter((block) => block !== null && block.trim() !== '').join('\n\n');
}

/** A link to a page of the source, or nothing where the address is not one. */
export function link(text: string, url: string): string | null {
  const href = URL.parse(url)?.href;
  if (href === undefined || !/^https?:/.test(href) || href.length > longestAddress) return null;
  // These end or alter a link's address in Markdown; URL itself has encoded spaces and angle brackets.
  const address = href.replace(
    /[()\\`*|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${text}](${address})`;
}

const longestAddress = 2000;

/** @param summary plain text, which is not parsed as Markdown */
export function details(summary: string, markdown: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${markdown}\n\n</details>`;
}

/** Who it was, inline. A name of absurd length is cut, so that what stands above a text stays short. */
export function nameOf(words: RenderWords, person: Person | null): string {
  if (person === null) return words.person(null);
  return words.person({ ...person, displayName: shorten(person.displayName, 200) });
}

/** At most so many UTF-16 units, an ellipsis where something was cut; no character is cut in two. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** `1 comment`, `2 comments` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
