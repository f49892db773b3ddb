/** "Description cannot be more than 350 characters". */
const maxCharacters = 350;

/**
 * A description as GitHub takes it: one line without control characters (which it refuses, line breaks included),
 * at most 350 characters. Characters are code points, as Ruby counts them; a longer text ends in an ellipsis.
 */
export function toDescription(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= maxCharacters) return line;
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`;
}
