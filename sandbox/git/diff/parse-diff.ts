export interface FileDiff {
  /** The new path; of a deleted file the old one. */
  readonly path: string;
  readonly oldPath: string;
  /** As git writes it: A, C, D, M, R or T. */
  readonly status: string;
  readonly blob: string;
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  readonly header: string;
  readonly rows: readonly Row[];
}

/** One line of a hunk. */
export interface Row {
  /** With its ` `, `+` or `-`. */
  readonly text: string;
  /** Its number in the old and in the new file; 0 where it is in one alone. */
  readonly left: number;
  readonly right: number;
}

export const diffArguments = [
  'diff',
  '--no-ext-diff',
  '--no-color',
  '--no-textconv',
  '--find-renames',
  '--unified=3',
  '--full-index',
  '--raw',
  '--patch',
  '-z',
] as const;

/** Reads what git writes for `diffArguments`. The raw part has the paths as they are, the patch has them quoted. */
export function parseDiff(output: string): Map<string, FileDiff> {
  const { entries, patch } = readRaw(output);
  const blocks = readBlocks(patch);
  const files = new Map<string, FileDiff>();
  let at = 0;
  for (const entry of entries) {
    // A file that becomes a link is taken away and made again: two blocks.
    const count = entry.status === 'T' ? 2 : 1;
    files.set(entry.path, { ...entry, hunks: blocks.slice(at, at + count).flat() });
    at += count;
  }
  return files;
}

function readRaw(output: string) {
  const entries: Omit<FileDiff, 'hunks'>[] = [];
  let at = 0;
  const next = (): string => {
    const end = output.indexOf('\0', at);
    const word = output.slice(at, end);
    at = end + 1;
    return word;
  };
  while (output[at] === ':') {
    const [, , , blob = '', status = ''] = next().split(' ');
    const oldPath = next();
    const path = /^[RC]/.test(status) ? next() : oldPath;
    entries.push({ path, oldPath, status: status.slice(0, 1), blob });
  }
  return { entries, patch: output.slice(at + 1) };
}

/** The hunks of each file. Lines are counted, so that nothing inside a file is mistaken for a header. */
function readBlocks(patch: string): Hunk[][] {
  const blocks: Hunk[][] = [];
  const lines = patch.split('\n');
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    at += 1;
    if (line.startsWith('diff --git ')) blocks.push([]);
    const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (header === null) continue;
    const [, left, lefts = '1', right, rights = '1'] = header;
    const read = readRows(lines, at, {
      left: Number(left),
      right: Number(right),
      lefts: Number(lefts),
      rights: Number(rights),
    });
    blocks.at(-1)?.push({ header: line, rows: read.rows });
    at = read.at;
  }
  return blocks;
}

function readRows(
  lines: readonly string[],
  start: number,
  range: { left: number; right: number; lefts: number; rights: number },
): { rows: Row[]; at: number } {
  const rows: Row[] = [];
  let { left, right } = range;
  const leftEnd = left + range.lefts;
  const rightEnd = right + range.rights;
  let at = start;
  while (left < leftEnd || right < rightEnd) {
    const text = lines[at] ?? '';
    at += 1;
    if (text.startsWith('\\')) continue;
    const isOld = !text.startsWith('+');
    const isNew = !text.startsWith('-');
    rows.push({ text, left: isOld ? left : 0, right: isNew ? right : 0 });
    if (isOld) left += 1;
    if (isNew) right += 1;
  }
  return { rows, at };
}
