import type { Diff, DiffFile, DiffHunk } from '../../../git/diff/diff.ts';
import type { LineLocation } from '../../../ports/pull-request-target.ts';
import type { InlineLocation } from '../../../ports/records/pull-request.ts';

type Side = LineLocation['side'];

interface Spot {
  readonly side: Side;
  readonly line: number;
}

/** A line as it stands in one hunk. */
interface Found extends Spot {
  readonly hunk: DiffHunk;
  /** Its place among the lines of the hunk. */
  readonly index: number;
}

/**
 * Where the target takes a comment that the source has at a place: on a line of a hunk, on the file as a whole, or
 * nowhere on the diff. Lines of the new file are looked for on the right, those of the old one on the left. Several
 * lines stay so many only within one hunk; otherwise the last one alone is meant. Pure.
 */
export function locateInDiff(diff: Diff, place: InlineLocation): LineLocation | 'file' | 'outside' {
  const files = filesAt(diff, place);
  for (const file of files) {
    const found = placeInFile(file, place);
    if (found !== null) return found;
  }
  return files.length === 0 ? 'outside' : 'file';
}

/** The file of a diff that a place is in, by its new or its old name; `null` if it has not changed. Pure. */
export function fileInDiff(diff: Diff, place: InlineLocation): DiffFile | null {
  return filesAt(diff, place)[0] ?? null;
}

/** A file that became a link is two: one deleted, and one added under the same name. */
function filesAt({ files }: Diff, { path, oldPath }: InlineLocation): readonly DiffFile[] {
  const attempts: ((file: DiffFile) => boolean)[] = [
    (file) => file.path === path,
    (file) => file.oldPath === path && file.status === 'renamed',
    (file) => oldPath !== null && file.path === oldPath,
    (file) => oldPath !== null && file.oldPath === oldPath && file.status === 'renamed',
  ];
  for (const attempt of attempts) {
    const found = files.filter(attempt);
    if (found.length > 0) return found;
  }
  return [];
}

function placeInFile(file: DiffFile, place: InlineLocation): LineLocation | null {
  const end = find(file, spots(place.to, place.from));
  if (end === null) return null;
  const { side, line } = end;
  const single = { path: file.path, line, side, startLine: null, startSide: null };
  const before = spots(place.startTo, place.startFrom);
  // A range on one side is what most mean.
  before.sort((one, other) => Number(other.side === side) - Number(one.side === side));
  const start = find({ hunks: [end.hunk] }, before);
  if (start === null || start.index >= end.index) return single;
  return { ...single, startLine: start.line, startSide: start.side };
}

function spots(right: number | null, left: number | null): Spot[] {
  const result: Spot[] = [];
  if (right !== null) result.push({ side: 'RIGHT', line: right });
  if (left !== null) result.push({ side: 'LEFT', line: left });
  return result;
}

/** The first of the spots that is a line of a hunk. */
function find({ hunks }: Pick<DiffFile, 'hunks'>, wanted: readonly Spot[]): Found | null {
  for (const spot of wanted) {
    for (const hunk of hunks) {
      const index = indexOf(hunk, spot);
      if (index !== -1) return { ...spot, hunk, index };
    }
  }
  return null;
}

function indexOf(hunk: DiffHunk, { side, line }: Spot): number {
  const other = side === 'RIGHT' ? '-' : '+';
  const first = side === 'RIGHT' ? hunk.newStart : hunk.oldStart;
  if (line < first || line >= first + hunk.lines.length) return -1;
  let at = first;
  for (const [index, { 0: kind }] of hunk.lines.entries()) {
    if (kind === other || kind === '\\') continue;
    if (at === line) return index;
    at += 1;
  }
  return -1;
}
