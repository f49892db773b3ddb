import { safe } from '../../core/kernel/format/terminal-text.ts';
import { gaugeLine } from '../../ui/text/gauge.ts';
import type { Line } from '../../ui/text/line.ts';
import { widthOf } from '../../ui/text/text-width.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { DashboardState } from './dashboard-state.ts';

/** A gauge for each hourly limit of both hosts, with the time at which there is more again. Pure. */
export function budgetLines(
  { budgets, now }: Pick<DashboardState, 'budgets' | 'now'>,
  { width, glyphs }: { width: number; glyphs: Glyphs },
): readonly Line[] {
  const labels = budgets.map(({ host }) => safe(host).replace(/^api\./, ''));
  const isNarrow = width < 60;
  const labelWidth = Math.min(isNarrow ? 10 : 20, Math.max(0, ...labels.map(widthOf)));
  const barWidth = isNarrow ? 4 : width < 80 ? 6 : 12;
  return budgets.map(({ name, used, limit, resetAt }, index) =>
    gaugeLine({
      label: labels[index] ?? '',
      used,
      limit,
      note: resetAt === null || resetAt <= now ? name : `${name}, more at ${clockText(resetAt)}`,
      ...{ labelWidth, barWidth, width, glyphs },
    }),
  );
}

/** `14:05`, by the clock on the wall. */
function clockText(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
