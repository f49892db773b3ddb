/**
 * The text of `.gitattributes` with a line for each file that git-lfs is to take. A file that has its line already keeps
 * it, unless another line after it may take the filter back. Pure.
 * @param text the file as latin1 text; empty where there is none
 * @param paths from its folder, as latin1 text
 */
export function trackPaths(text: string, paths: readonly string[]): string {
  const before = text.split(/\r?\n/);
  const there = new Set(before.slice(before.findLastIndex((line) => !isOwn(line)) + 1));
  const lines = paths.toSorted().map(attributeLine);
  const added = lines.filter((line) => !there.has(line));
  if (added.length === 0) return text;
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${start}${added.join('\n')}\n`;
}

const filter = ' filter=lfs diff=lfs merge=lfs -text';

/** Takes no filter back. */
function isOwn(line: string): boolean {
  return line === '' || line.endsWith(filter);
}

/** Bytes: git ignores longer lines. */
const longest = 2000;

/** One exact path, as `git lfs migrate import --above` writes it. */
function attributeLine(path: string): string {
  const escaped = path.replace(/[*?[\\]/g, '\\$&');
  // A space would end the pattern. Another one stands for itself by the pattern of any character.
  const exact = escaped.replaceAll(' ', '[[:space:]]').replace(/[\t\n\v\f\r]/g, '?');
  const pattern = exact.length > longest ? escaped.replace(/\s/g, '?') : exact;
  return `/${pattern}${filter}`;
}
