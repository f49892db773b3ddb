import type { RepositoryView } from '../../../core/report/run/run-state.ts';
import { cutLine, type Line, line, lineWidth } from '../../../ui/text/line.ts';
import type { DashboardState } from '../state/dashboard-state.ts';
import { bodyWidth, type Frame } from './dashboard-layout.ts';
import { detailLines } from './detail-lines.ts';

const separator = 3;

/** The list and the log, in a wide terminal with all of the selected repository beside them. Pure. */
export function withSidePane(
  body: readonly Line[],
  options: {
    readonly state: DashboardState;
    readonly selected: RepositoryView | null;
    readonly frame: Frame;
    /** That the parts may take. */
    readonly rows: number;
  },
): readonly Line[] {
  const { state, selected, frame, rows } = options;
  const left = bodyWidth(frame.width);
  if (left === frame.width || selected === null) return body;
  const width = frame.width - left - separator;
  const { glyphs } = frame;
  const [, , , , , upright] = glyphs.box;
  const detail = detailLines(state, selected, { ...frame, width });
  const height = Math.min(rows, Math.max(body.length, detail.length));
  return Array.from({ length: height }, (_, row) => {
    const one = cutLine(body[row] ?? [], left, glyphs.ellipsis);
    const space = ' '.repeat(Math.max(0, left - lineWidth(one)));
    return line(...one, space, ['quiet', ` ${upright} `], ...(detail[row] ?? []));
  });
}
