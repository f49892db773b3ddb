import { exitCodes } from '../../../../core/kernel/exit-codes.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { textLine } from '../../../../ui/input/text-line.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { windowOf } from '../../../../ui/text/view-window.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import type { BodyOptions } from '../../engine/step.ts';
import {
  failureView,
  type LineOptions,
  marked,
  pointerAt,
  screenLines,
} from '../../engine/view.ts';
import type { ErrandState } from './state.ts';

/** Returns what the commands wrote, above the question that they wait for. Pure. */
export function errandView(state: ErrandState, options: BodyOptions): readonly Line[] {
  const { height, glyphs } = options;
  const below = questionLines(state, options).slice(-height);
  const room = height - below.length;
  if (room <= 0) return below;
  const lines = logLines(state, options);
  const end = lines.length - 1;
  const at = { from: end, to: end, shift: 1 - state.scrolled, ellipsis: glyphs.ellipsis };
  return [...windowOf(lines, { ...at, height: room }), ...below];
}

/** Rows that can be scrolled to above those that are shown. Pure. */
export function rowsAbove(state: ErrandState, options: BodyOptions): number {
  const room = options.height - questionLines(state, options).length;
  return Math.max(0, logLines(state, options).length - Math.max(1, room));
}

function logLines({ lines, task }: ErrandState, options: LineOptions): readonly Line[] {
  const { width } = options;
  const log = lines.flatMap((text): readonly Line[] => {
    if (text.startsWith('$ ')) {
      return wrap(safe(text), width - 2).map((part, row) =>
        line(row === 0 ? '' : '  ', ['strong', part]),
      );
    }
    return screenLines([safe(text)], width);
  });
  return task.status === 'failed' ? [...log, ...failureView(task.failure, options)] : log;
}

function questionLines(state: ErrandState, options: LineOptions): readonly Line[] {
  const { task, question, isYes, text } = state;
  const { width, glyphs } = options;
  if (task.status === 'done') {
    const isWhole = task.value === exitCodes.done;
    const verdict = isWhole ? 'Done.' : 'Done, with problems: see above.';
    const sign = isWhole ? glyphs.succeeded : glyphs.warning;
    return [[], ...marked(sign, isWhole ? 'good' : 'warning', verdict, width)];
  }
  if (question === null) return [];
  const head = wrap(safe(question.text), width).map((part) => line(['title', part]));
  if (question.kind === 'confirm') {
    const choice = (label: string, isHere: boolean) =>
      line([isHere ? 'selected' : 'quiet', `${pointerAt(isHere, glyphs)} ${label}`]);
    return [[], ...head, choice('No', !isYes), choice('Yes', isYes)];
  }
  const typed = textLine(text, { width: width - 2, glyphs, hasCursor: true });
  const standard = text.text === '' ? safe(question.standard) : '';
  return [[], ...head, line(['key', `${glyphs.pointer} `], ...typed, ['quiet', standard])];
}
