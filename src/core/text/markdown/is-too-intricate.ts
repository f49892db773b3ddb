/**
 * Beyond these the parser takes longer than a text is worth: it is quadratic in them. Measured, and far from what people
 * write; what goes beyond is mostly a log, which is best shown as it is.
 */
const most = {
  characters: 500_000,
  lines: 40_000,
  listLines: 2_000,
  tableLines: 8_000,
  definitions: 3_000,
  containersOfALine: 60,
  containers: 60_000,
  indentedListColumns: 120,
  /** Of one paragraph. */
  paragraphLines: 6_000,
  delimiters: 3_000,
  special: 4_000,
  images: 200,
  backtickLengths: 150,
};

const containers = /^[ \t]*(?:(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]*)*/;
const delimiter = /(?<![a-z0-9])[*_~]+|[*_~]+(?![a-z0-9])/gi;
const fenceLine = /^[> \t]*(`{3,}|~{3,})(?!.*`)/;

/**
 * Tells whether a text has so much nesting or so many marks that it is shown as it is instead of being read as
 * Markdown.
 */
export function isTooIntricate(text: string): boolean {
  if (text.length > most.characters) return true;
  const lines = text.split('\n');
  if (lines.length > most.lines) return true;
  const seen = { listLines: 0, tableLines: 0, definitions: 0, containers: 0 };
  const lengths = new Set<number>();
  let paragraph = emptyParagraph();
  let fence: string | null = null;
  for (const line of lines) {
    const mark: string | undefined = fenceLine.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (mark !== undefined) fence = mark;
    paragraph =
      line.trim() === ''
        ? emptyParagraph()
        : {
            paragraphLines: paragraph.paragraphLines + 1,
            delimiters: paragraph.delimiters + count(line, delimiter),
            special: paragraph.special + count(line, /[[\]<&!`\\@#]/g),
            images: paragraph.images + count(line, /!\[/g),
          };
    if (isTooMuch(paragraph, most) || isLineTooIntricate(line, seen)) return true;
    for (const [run] of line.matchAll(/`+/g)) lengths.add(run.length);
  }
  return lengths.size > most.backtickLengths || isTooMuch(seen, most);
}

function emptyParagraph() {
  return { paragraphLines: 0, delimiters: 0, special: 0, images: 0 };
}

function isLineTooIntricate(
  line: string,
  seen: { listLines: number; tableLines: number; definitions: number; containers: number },
): boolean {
  const prefix = containers.exec(line)?.[0] ?? '';
  const markers = count(prefix, />|[-+*]|\d+[.)]/g);
  const isList = /[-+*.)]/.test(prefix);
  seen.containers += markers;
  if (isList) seen.listLines += 1;
  if (line.includes('|')) seen.tableLines += 1;
  if (/^[ \t>]*\[[^\]]*\]:/.test(line)) seen.definitions += 1;
  const isFarIn = isList && line.search(/[^ \t]/) >= most.indentedListColumns;
  return isFarIn || markers > most.containersOfALine || /[*_~]{1000}/.test(line);
}

function isTooMuch(
  seen: Readonly<Record<string, number>>,
  limits: Readonly<Record<string, number>>,
): boolean {
  return Object.entries(seen).some(([name, number]) => number > (limits[name] ?? 0));
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found += 1;
  return found;
}
