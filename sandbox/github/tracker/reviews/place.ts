import type { FileDiff, Hunk, Row } from '../../../git/diff/parse-diff.ts';
import type { GithubLinePlace } from '../records.ts';

export type Side = 'LEFT' | 'RIGHT';

export interface WantedPlace {
  readonly line: number;
  readonly side: Side;
  readonly startLine: number | null;
  readonly startSide: Side | null;
}

/** Describes what is wrong with a place: the line, the first line of several, or the order of both. */
export type PlaceFault = 'line' | 'start-line' | 'order';

export type Placed =
  | { readonly place: GithubLinePlace; readonly diffHunk: string }
  | { readonly faults: readonly PlaceFault[] };

/** Finds lines in a file's diff. Lines of context count. */
export function placeIn(file: FileDiff, wanted: WantedPlace): Placed {
  const end = findRow(file, wanted.line, wanted.side);
  const { startLine } = wanted;
  const startSide = startLine === null ? null : (wanted.startSide ?? wanted.side);
  if (startLine !== null && startSide === wanted.side && startLine >= wanted.line) {
    return { faults: end === null ? ['line', 'order'] : ['order'] };
  }
  const start = startLine === null ? null : findRow(file, startLine, startSide ?? 'RIGHT');
  const faults: PlaceFault[] = [];
  if (end === null) faults.push('line');
  if (startLine !== null && (start === null || start.hunk !== end?.hunk)) faults.push('start-line');
  if (end === null || faults.length > 0) return { faults };
  if (start !== null && start.index >= end.index) return { faults: ['order'] };
  const { line, side } = wanted;
  return {
    place: { line, side, startLine, startSide, position: end.position },
    diffHunk: hunkUpTo(end.hunk, end.index),
  };
}

interface FoundRow {
  readonly hunk: Hunk;
  readonly row: Row;
  readonly index: number;
  readonly position: number;
}

export function findRow(file: FileDiff, line: number, side: Side): FoundRow | null {
  let before = 0;
  for (const hunk of file.hunks) {
    const index = hunk.rows.findIndex((row) => (side === 'LEFT' ? row.left : row.right) === line);
    const row = hunk.rows[index];
    if (row !== undefined && line > 0) return { hunk, row, index, position: before + index + 1 };
    before += hunk.rows.length + 1;
  }
  return null;
}

const maxHunkRows = 40;

/** The host tells the hunk from its beginning; of very long ones only the end is kept here. */
function hunkUpTo({ header, rows }: Hunk, index: number): string {
  const first = Math.max(0, index + 1 - maxHunkRows);
  return [header, ...rows.slice(first, index + 1).map((row) => row.text)].join('\n');
}
