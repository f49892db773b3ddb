/**
 * Characters that act on a terminal or reorder its text: C0, DEL, C1, and the bidirectional and line-separator marks.
 */
const acting = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
/** Scripts that are written with joiners between letters. */
const joined = [
  'Arab',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
];
/** Invisible characters that text needs: what composes an emoji, and joiners where a script has them. */
const needed = [
  String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
  String.raw`(?<=[#*0-9])\ufe0f\u20e3`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d\p{Extended_Pictographic}`,
  String.raw`(?<=[${joined.map((script) => String.raw`\p{Script=${script}}`).join('')}])[\u200c\u200d]`,
];
/** Characters that nobody sees, by which two names can look the same. */
const invisible = new RegExp(
  String.raw`(?!${needed.join('|')})\p{Default_Ignorable_Code_Point}`,
  'gu',
);
/** Half of a surrogate pair, which terminals show as anything. */
const loneSurrogate = /\p{Surrogate}/gu;

/** A text that a host sent, made safe for one line of a terminal: nothing in it acts, and nothing is hidden. */
export function safe(text: string): string {
  return text
    .replace(/[\t\r\n]+/g, ' ')
    .replace(acting, escaped)
    .replace(invisible, escaped)
    .replace(loneSurrogate, '\ufffd');
}

/** A repository's name at the source, and the one at the target where it is another: `web -> web-2`. */
export function pairText(
  { source, target }: { readonly source: string; readonly target: string },
  arrow = '->',
): string {
  return source === target ? safe(source) : `${safe(source)} ${arrow} ${safe(target)}`;
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** A text that somebody types or pastes, without what would act on the terminal or reorder what is shown. */
export function withoutActing(text: string): string {
  return text.replace(acting, '').replace(loneSurrogate, '');
}
