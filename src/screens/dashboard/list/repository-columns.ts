import { formatDuration, formatElapsed } from '../../../core/kernel/format/format.ts';
import { type RunClock, timeTaken } from '../../../core/report/run/repository-view.ts';
import type { RepositoryView } from '../../../core/report/run/run-state.ts';
import { cutLine, type Line, line, lineWidth } from '../../../ui/text/line.ts';
import { toWidth } from '../../../ui/text/text-width.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import { lanesWidth, laneTitles } from './lanes.ts';

interface Space {
  readonly width: number;
  readonly glyphs: Glyphs;
}

const gap = 2;
const timeWidth = 8;
/** Below it a row says only where a repository is. */
const narrowest = 110;

/** Tells whether lanes fit. Pure. */
export function hasLanes(width: number): boolean {
  return width >= narrowest;
}

/**
 * Columns of a name. Pure.
 * @param longest columns that the longest name takes: without lanes, names get what they need
 */
export function nameWidth(width: number, longest = narrowest): number {
  if (width < narrowest) return Math.max(12, Math.min(longest, Math.floor(width * 0.4)));
  return width < 140 ? 24 : width < 180 ? 32 : 40;
}

/** Pointer, sign and their spaces. */
const marksWidth = 4;

/** Columns before the first lane. Pure. */
function beforeLanes(width: number): number {
  return marksWidth + nameWidth(width) + gap;
}

/** Columns of what stands behind the lanes. Pure. */
export function detailWidth(width: number): number {
  return Math.max(0, width - beforeLanes(width) - lanesWidth - gap - timeWidth);
}

/** The head of the list with the titles of the lanes. Pure. */
export function columnTitles(head: Line, { width, glyphs }: Space): Line {
  if (!hasLanes(width)) return head;
  const first = filled(head, beforeLanes(width), glyphs);
  const titles = filled([...first, ...laneTitles()], width - timeWidth, glyphs);
  return line(...titles, ['quiet', toWidth('time', timeWidth, '', 'right')]);
}

/** The row with its time at the end of the line, where lanes fit. Pure. */
export function withTime(
  row: Line,
  repository: RepositoryView,
  { width, glyphs, now, run }: Space & { readonly now: number; readonly run: RunClock },
): Line {
  const taken = timeTaken(repository, run, now);
  if (!hasLanes(width) || taken === null) return row;
  const time = repository.finishedAt === null ? formatElapsed(taken) : formatDuration(taken);
  const first = filled(row, width - timeWidth, glyphs);
  return line(...first, ['quiet', toWidth(time, timeWidth, glyphs.ellipsis, 'right')]);
}

function filled(row: Line, width: number, { ellipsis }: Glyphs): Line {
  const cut = cutLine(row, width - 1, ellipsis);
  return line(...cut, ' '.repeat(Math.max(0, width - lineWidth(cut))));
}
