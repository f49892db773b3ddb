import { cutLine, type Line, line } from '../../ui/text/line.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { DashboardState } from './dashboard-state.ts';

/** The last lines of the log, of one repository or of all; `linesOf` has made them safe. Pure. */
export function logLines(
  { log }: Pick<DashboardState, 'log'>,
  options: { rows: number; width: number; glyphs: Glyphs; repository: string | null },
): readonly Line[] {
  const { rows, width, glyphs, repository } = options;
  if (rows <= 0) return [];
  const wanted = repository === null ? log : log.filter((entry) => entry.repository === repository);
  return wanted
    .slice(-rows)
    .map(({ text }) => cutLine(line(['quiet', `  ${text}`]), width, glyphs.ellipsis));
}
