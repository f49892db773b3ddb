import type { Finding } from '../../../../core/doctor/finding.ts';
import { doctorVerdict } from '../../../../core/doctor/finding-lines.ts';
import { safe } from '../../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../../ui/text/line.ts';
import { wrap } from '../../../../ui/text/wrap.ts';
import { failureView, indented, marked } from '../../shared/failure-view.ts';
import type { LineOptions } from '../../shared/view.ts';
import type { DoctorState } from './state.ts';

/** The checks that have ended, and what they come to. Pure. */
export function doctorLines(
  { task, found }: DoctorState,
  { width, glyphs }: LineOptions,
): readonly Line[] {
  const signs = {
    pass: { sign: glyphs.succeeded, role: 'good' },
    warn: { sign: glyphs.warning, role: 'warning' },
    fail: { sign: glyphs.failed, role: 'bad' },
  } as const;
  const linesOf = ({ status, message, remedy }: Finding) => [
    ...marked(signs[status].sign, signs[status].role, safe(message), width),
    ...(remedy === null ? [] : indented(safe(remedy), width, 'quiet')),
  ];
  const lines = found.flatMap(linesOf);
  if (task.status === 'failed') return [...lines, ...failureView(task.failure, { width, glyphs })];
  if (task.status !== 'done') return lines;
  return [...lines, [], ...wrap(doctorVerdict(task.value), width).map((text) => line(text))];
}
