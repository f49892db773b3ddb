/** What would act on a terminal or reorder its text: C0, DEL, C1, and the bidirectional and line-separator marks. */
const acting = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
/** Half of a surrogate pair, which terminals show as anything. */
const loneSurrogate = /\p{Surrogate}/gu;

/** A text that a host sent, made safe for one line of a terminal: nothing in it acts, and nothing is hidden. */
export function safe(text: string): string {
  return text
    .replace(/[\t\r\n]+/g, ' ')
    .replace(acting, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(loneSurrogate, '\ufffd');
}

/** A text that somebody types or pastes, without what would act on the terminal or reorder what is shown. */
export function withoutActing(text: string): string {
  return text.replace(acting, '').replace(loneSurrogate, '');
}
