import type { DiffFile, DiffHunk } from '../../git/diff/diff.ts';

/** A line of a diff that a comment is about, or several of them. */
export interface DiffLines {
  readonly line: number;
  readonly side: 'LEFT' | 'RIGHT';
  /** `null` for a single line. */
  readonly startLine: number | null;
  readonly startSide: 'LEFT' | 'RIGHT' | null;
}

/** The part of a diff that leads to a comment, and where it is in it, as GitHub's exports number it. */
export interface HunkAt {
  /** From its `@@` line to the line of the comment, and nothing after. */
  readonly hunk: string;
  /** Lines of the file's diff after its first `@@` line, later `@@` lines counted. */
  readonly position: number;
  readonly side: 'left' | 'right';
  readonly line: number;
  /** `null` for a single line, and where the first line is on the other side. */
  readonly startLine: number | null;
}

/** `null` where the file's diff does not have the line. Pure. */
export function hunkAt(file: Pick<DiffFile, 'hunks'>, lines: DiffLines): HunkAt | null {
  let before = 0;
  for (const hunk of file.hunks) {
    const index = indexOf(hunk, lines.side, lines.line);
    if (index !== null) {
      return {
        hunk: [headerOf(hunk), ...hunk.lines.slice(0, index + 1)].join('\n'),
        position: before + index + 1,
        side: lines.side === 'LEFT' ? 'left' : 'right',
        line: lines.line,
        startLine: startOf(hunk, lines, index),
      };
    }
    // The next one's `@@` line counts as well.
    before += hunk.lines.length + 1;
  }
  return null;
}

/** Where a line of one side is among the lines of a hunk. */
function indexOf(hunk: DiffHunk, side: 'LEFT' | 'RIGHT', line: number): number | null {
  const other = side === 'RIGHT' ? '-' : '+';
  let at = (side === 'RIGHT' ? hunk.newStart : hunk.oldStart) - 1;
  for (const [index, text] of hunk.lines.entries()) {
    if (text[0] === other || text[0] === '\\') continue;
    at += 1;
    if (at === line) return index;
  }
  return null;
}

function startOf(
  hunk: DiffHunk,
  { side, startLine, startSide }: DiffLines,
  end: number,
): number | null {
  if (startLine === null || startSide !== side) return null;
  const index = indexOf(hunk, side, startLine);
  return index === null || index >= end ? null : startLine;
}

function headerOf({ oldStart, newStart, lines }: DiffHunk): string {
  const without = (other: string) =>
    lines.filter((line) => line[0] !== other && line[0] !== '\\').length;
  return `@@ -${range(oldStart, without('+'))} +${range(newStart, without('-'))} @@`;
}

/** As git writes it: no number of lines where it is 1. */
function range(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`;
}
