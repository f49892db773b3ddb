import { formatClock } from '../../../core/kernel/format/format.ts';
import { cutLine, type Line, line } from '../../../ui/text/line.ts';
import type { DashboardState } from '../state/dashboard-state.ts';
import type { Frame } from './dashboard-layout.ts';

/** The last lines of the log with their times, of one repository or (`null`) of all: linesOf() has escaped them. Pure. */
export function logLines(
  { log }: Pick<DashboardState, 'log'>,
  options: Omit<Frame, 'height'> & { readonly rows: number; readonly repository: string | null },
): readonly Line[] {
  const { rows, width, glyphs, repository } = options;
  if (rows <= 0) return [];
  const wanted = repository === null ? log : log.filter((entry) => entry.repository === repository);
  return wanted
    .slice(-rows)
    .map(({ at, text }) =>
      cutLine(line(['quiet', `  ${formatClock(at)}  ${text}`]), width, glyphs.ellipsis),
    );
}
