import { formatClock, formatDuration } from '../../../core/kernel/format/format.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import type { BudgetView } from '../../../core/network/budgets.ts';
import { serviceName } from '../../../core/report/estimate/service-name.ts';
import type { WaitView } from '../../../core/report/run/repository-view.ts';
import { barLine } from '../../../ui/text/bar.ts';
import { cutLine, type Line, line } from '../../../ui/text/line.ts';
import { toWidth, widthOf } from '../../../ui/text/text-width.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import type { Role } from '../../../ui/theme/theme.ts';

interface Limits {
  readonly budgets: readonly BudgetView[];
  /** The wait that holds up the run; `null`: nothing does. */
  readonly holding: WaitView | null;
  readonly now: number;
}

interface Gauge {
  readonly label: string;
  readonly share: number;
  readonly amount: string;
  readonly note: string;
  readonly isHolding: boolean;
}

/**
 * A gauge for each limit of both services, first the one that holds up the run:
 * `GitHub  ██▌░  1,250 of 5,000 requests/hour, more at 14:05`. Pure.
 */
export function budgetLines(
  limits: Limits,
  { width, glyphs }: { width: number; glyphs: Glyphs },
): readonly Line[] {
  const gauges = gaugesOf(limits);
  const isNarrow = width < 60;
  const widest = Math.max(0, ...gauges.map(({ label }) => widthOf(label)));
  const labelWidth = Math.min(isNarrow ? 10 : 20, widest);
  const barWidth = isNarrow ? 4 : width < 80 ? 6 : 12;
  return gauges.map(({ label, share, amount, note, isHolding }) => {
    const role = isHolding ? 'warning' : roleOf(share);
    const gauge = line(
      toWidth(label, labelWidth, glyphs.ellipsis),
      '  ',
      ...barLine({ share, width: barWidth, glyphs, role }),
      isHolding ? ['warning', `  ${amount}`] : `  ${amount}`,
      [isHolding ? 'warning' : 'quiet', note],
    );
    return cutLine(gauge, width, glyphs.ellipsis);
  });
}

/** Counts the rows of `budgetLines`. Pure. */
export function countBudgetLines(limits: Limits): number {
  return gaugesOf(limits).length;
}

function gaugesOf({ budgets, holding, now }: Limits): readonly Gauge[] {
  // "limit of 500 content-creating requests an hour reached"
  const limit = holding?.reason.replace(/^\D*[\d,]+ /, '') ?? '';
  const holds = ({ host, name }: BudgetView) => host === holding?.host && limit.startsWith(name);
  const gauges = budgets.map((budget): Gauge => {
    const { name, used, resetAt, credentials = 1 } = budget;
    const isHolding = holds(budget);
    const more = resetAt === null || resetAt <= now ? '' : `, more at ${formatClock(resetAt)}`;
    const tokens = credentials === 1 ? '' : `, ${credentials} tokens`;
    return {
      label: labelOf(budget, budgets),
      share: budget.limit > 0 ? used / budget.limit : 1,
      amount: `${used.toLocaleString('en-US')} of ${budget.limit.toLocaleString('en-US')}`,
      note: ` ${shortName(name)}${tokens}${isHolding ? endOf(holding, now) : more}`,
      isHolding,
    };
  });
  const first = gauges.filter(({ isHolding }) => isHolding);
  const others = gauges.filter(({ isHolding }) => !isHolding);
  if (holding?.limit === undefined || first.length > 0) return [...first, ...others];
  // A limit of a minute is used up and free again before anybody could read how far it is.
  const label = serviceName(holding.host, budgets);
  const amount = safe(shortName(holding.reason));
  const note = endOf(holding, now);
  return [{ label: shown(label), share: 1, amount, note, isHolding: true }, ...others];
}

function endOf(holding: WaitView | null, now: number): string {
  return holding === null ? '' : `, continues in ${formatDuration(holding.until - now)}`;
}

/** Two hosts of one service that have the same limit are told apart by their names. */
function labelOf(budget: BudgetView, all: readonly BudgetView[]): string {
  const { host, service, name } = budget;
  const alike = all.filter((one) => one.service === service && one.name === name).length;
  return shown(alike > 1 ? host : serviceName(host, all));
}

function shown(name: string): string {
  return safe(name).replace(/^api\./, '');
}

/** Shortens `content-creating requests an hour` to `writes/hour`. Pure. */
function shortName(name: string): string {
  return name.replace('content-creating requests', 'writes').replace(/ an? (hour|minute)\b/, '/$1');
}

function roleOf(share: number): Role {
  if (share >= 0.95) return 'bad';
  return share >= 0.75 ? 'warning' : 'bar';
}
