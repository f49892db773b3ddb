const beginning = 'This pull request continues on GitHub:';
const ending = 'This comment was created by the cut-over.';

/** The comment that a cut-over leaves on an open pull request of the source. Pure. */
export function sourceNote(webUrl: string): string {
  return `${beginning} ${webUrl}\n\n${ending}`;
}

/** Tells whether a comment of the source is such a note: it is never migrated. Hosts may change line breaks. Pure. */
export function isSourceNote(text: string): boolean {
  const lines = text.trim().split(/\s*\n\s*/);
  const [first = '', last] = lines;
  const isNote = first.startsWith(`${beginning} `) && last === ending && lines.length === 2;
  return isNote && /^\S+$/.test(first.slice(beginning.length + 1));
}
