/** The part of one file in a diff as git prints it: all lines from the first `@@` on. */
export type FileDiff = readonly string[];

/** Says where a comment is. */
export interface HunkPlace {
  readonly hunk: string;
  /** Lines after the first `@@` line of the file's diff, later `@@` lines counted. */
  readonly position: number;
}

/** Start and number of lines of both sides; a number is left out where it is 1. */
function numbersOf(line: string): string | null {
  const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
  return (
    match
      ?.slice(1)
      .map((number) => number ?? '1')
      .join() ?? null
  );
}

/**
 * Says why a hunk and a position are not those of a diff; `null` where they fit. The hunk has to be a part of the diff:
 * from one of its `@@` lines to the line of the comment. Written apart from what makes hunks, to check it. Pure.
 */
export function hunkProblem(diff: FileDiff, { hunk, position }: HunkPlace): string | null {
  const lines = hunk.split('\n');
  const [first = ''] = lines;
  const header = numbersOf(first);
  if (header === null) return 'its hunk does not start with @@';
  const last = diff[position];
  if (last === undefined) return `position ${position} is past the end of the diff`;
  const start = position - (lines.length - 1);
  if (numbersOf(diff[start] ?? '') !== header)
    return `its hunk does not match position ${position} of the diff`;
  const wrong = lines.findIndex((line, index) => index > 0 && line !== diff[start + index]);
  if (wrong !== -1) return `line ${wrong + 1} of its hunk differs from Git's diff`;
  return null;
}

/** The line number of the last line of a hunk on its own side; on the right where it is on both. Pure. */
export function lastLine(
  hunk: string,
): { readonly side: 'left' | 'right'; readonly line: number } | null {
  const [header = '', ...lines] = hunk.split('\n');
  const match = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(header);
  const kind = lines.at(-1)?.[0];
  if (match === null || kind === undefined) return null;
  const without = kind === '-' ? '+' : '-';
  const counted = lines.filter((line) => line[0] !== without && line[0] !== '\\').length;
  const begin = Number(kind === '-' ? match[1] : match[2]);
  return { side: kind === '-' ? 'left' : 'right', line: begin + counted - 1 };
}
