const maxTopics = 20;
const maxCharacters = 50;

/**
 * Topics as GitHub takes them: at most 20, each of at most 50 small letters, digits and hyphens, starting with a
 * letter or digit. What leaves nothing is dropped, and what comes twice is given once.
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
    .slice(0, maxCharacters)
    .replace(/-+$/, '');
}
