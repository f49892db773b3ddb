import { formatClock } from '../../core/kernel/format/format.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import type { BudgetView } from '../../core/network/budgets.ts';
import { barLine } from '../../ui/text/bar.ts';
import { cutLine, type Line, line } from '../../ui/text/line.ts';
import { toWidth, widthOf } from '../../ui/text/text-width.ts';
import type { Glyphs } from '../../ui/theme/glyphs.ts';
import type { Role } from '../../ui/theme/theme.ts';

/** A gauge for each hourly limit of both hosts: `github.com  ██▌░  1,250 of 5,000 requests an hour, more at 14:05`. Pure. */
export function budgetLines(
  { budgets, now }: { budgets: readonly BudgetView[]; now: number },
  { width, glyphs }: { width: number; glyphs: Glyphs },
): readonly Line[] {
  const labels = budgets.map(({ host }) => safe(host).replace(/^api\./, ''));
  const isNarrow = width < 60;
  const labelWidth = Math.min(isNarrow ? 10 : 20, Math.max(0, ...labels.map(widthOf)));
  const barWidth = isNarrow ? 4 : width < 80 ? 6 : 12;
  return budgets.map(({ name, used, limit, resetAt, credentials = 1 }, index) => {
    const share = limit > 0 ? used / limit : 1;
    const note = resetAt === null || resetAt <= now ? '' : `, more at ${formatClock(resetAt)}`;
    const whose = credentials === 1 ? '' : `, ${credentials} tokens`;
    const gauge = line(
      toWidth(labels[index] ?? '', labelWidth, glyphs.ellipsis),
      '  ',
      ...barLine({ share, width: barWidth, glyphs, role: roleOf(share) }),
      `  ${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`,
      ['quiet', ` ${name}${whose}${note}`],
    );
    return cutLine(gauge, width, glyphs.ellipsis);
  });
}

function roleOf(share: number): Role {
  if (share >= 0.95) return 'bad';
  return share >= 0.75 ? 'warning' : 'bar';
}
