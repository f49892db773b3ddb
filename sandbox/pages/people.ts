import { type Html, html } from './html.ts';

const tints = 8;

/** A circle with initials, in the place of a picture, which would have to be loaded. */
export function avatarOf(name: string): Html {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
  const sum = [...name].reduce((so, sign) => (so * 31 + (sign.codePointAt(0) ?? 0)) % 997, 7);
  return html`<span class="avatar tint-${sum % tints}" aria-hidden="true">${initials || '?'}</span>`;
}
