/** "Description cannot be more than 350 characters". */
const maxDescription = 350;

/**
 * A description that GitHub accepts: one line without control characters (which it refuses, line breaks included),
 * at most 350 characters. Characters are code points, as Ruby counts them; a longer text ends in an ellipsis.
 */
export function toDescription(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= maxDescription) return line;
  return `${characters
    .slice(0, maxDescription - 1)
    .join('')
    .trimEnd()}…`;
}

const maxTopics = 20;
const maxTopicLength = 50;

/**
 * Topics that GitHub accepts: at most 20, each of at most 50 small letters, digits and hyphens, starting with a
 * letter or digit. Empty and repeated ones are dropped.
 */
export function toTopics(topics: readonly string[]): readonly string[] {
  const valid = topics.map(toTopic).filter((topic) => topic !== '');
  return [...new Set(valid)].slice(0, maxTopics);
}

function toTopic(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxTopicLength)
    .replace(/-+$/, '');
}
