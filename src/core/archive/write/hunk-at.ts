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

/**
 * Looks a line up in the diff of a file; `null` where the diff does not have it. A line that both sides have counts as one of
 * the right, as in all exports that were seen. Pure.
 */
export function hunkAt(file: Pick<DiffFile, 'hunks'>, lines: DiffLines): HunkAt | null {
  let before = 0;
  for (const hunk of file.hunks) {
    const index = indexOf(hunk, lines.side, lines.line);
    if (index !== null) {
      const side = hunk.lines[index]?.[0] === '-' ? 'LEFT' : 'RIGHT';
      return {
        hunk: [headerOf(hunk), ...hunk.lines.slice(0, index + 1)].join('\n'),
        position: before + index + 1,
        side: side === 'LEFT' ? 'left' : 'right',
        line: lineAt(hunk, side, index),
        startLine: startOf(hunk, lines, { side, index }),
      };
    }
    // The next one's `@@` line counts as well.
    before += hunk.lines.length + 1;
  }
  return null;
}

type Side = DiffLines['side'];

function isOn(text: string, side: Side): boolean {
  return text[0] === ' ' || text[0] === (side === 'RIGHT' ? '+' : '-');
}

/** Finds where a line of one side is among the lines of a hunk. */
function indexOf(hunk: DiffHunk, side: Side, line: number): number | null {
  let at = side === 'RIGHT' ? hunk.newStart : hunk.oldStart;
  for (const [index, text] of hunk.lines.entries()) {
    if (!isOn(text, side)) continue;
    if (at === line) return index;
    at += 1;
  }
  return null;
}

/** The number that a line of a hunk has on a side that has it. */
function lineAt({ oldStart, newStart, lines }: DiffHunk, side: Side, index: number): number {
  const before = lines.slice(0, index).filter((text) => isOn(text, side)).length;
  return (side === 'RIGHT' ? newStart : oldStart) + before;
}

/** The first of several lines, on the side of the last; `null` where it is not on it. */
function startOf(
  hunk: DiffHunk,
  { startLine, startSide }: DiffLines,
  end: { readonly side: Side; readonly index: number },
): number | null {
  if (startLine === null || startSide === null) return null;
  const index = indexOf(hunk, startSide, startLine);
  if (index === null || index >= end.index) return null;
  return isOn(hunk.lines[index] ?? '', end.side) ? lineAt(hunk, end.side, index) : null;
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
