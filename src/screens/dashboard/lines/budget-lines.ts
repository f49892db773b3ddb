import { formatClock, formatElapsed } from '../../../core/kernel/format/format.ts';
import { safe } from '../../../core/kernel/format/terminal-text.ts';
import type { BudgetView } from '../../../core/network/budgets.ts';
import { serviceName } from '../../../core/ports/credentials/host-service.ts';
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
  readonly service: string;
  readonly label: string;
  readonly share: number;
  readonly amount: string;
  readonly note: string;
  readonly isHolding: boolean;
}

/**
 * A gauge for each limit of both services, first the one that holds up the run:
 * `GitHub requests  ██▌░  1,250 of 5,000/hour, more at 14:05`. Pure.
 * @param options.rows of fewer than there are limits, the fullest of each service stand first
 */
export function budgetLines(
  limits: Limits,
  { width, glyphs, rows }: { width: number; glyphs: Glyphs; rows: number },
): readonly Line[] {
  const gauges = fullestFirst(gaugesOf(limits), rows).slice(0, rows);
  const isNarrow = width < 60;
  const widest = Math.max(0, ...gauges.map(({ label }) => widthOf(label)));
  const labelWidth = Math.min(isNarrow ? 18 : 28, widest);
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

/** Counts the rows of `budgetLines`, and those that tell the most of each service. Pure. */
export function countBudgetLines(limits: Limits): {
  readonly all: number;
  readonly most: number;
} {
  const gauges = gaugesOf(limits);
  return { all: gauges.length, most: new Set(gauges.map(({ service }) => service)).size };
}

function fullestFirst(gauges: readonly Gauge[], rows: number): readonly Gauge[] {
  if (rows >= gauges.length) return gauges;
  const isFullest = (gauge: Gauge) =>
    gauges
      .filter(({ service }) => service === gauge.service)
      .every((one) => one === gauge || !isFuller(one, gauge));
  const first = gauges.filter(isFullest);
  return [...first, ...gauges.filter((gauge) => !first.includes(gauge))];
}

function isFuller(one: Gauge, other: Gauge): boolean {
  if (one.isHolding !== other.isHolding) return one.isHolding;
  return one.share > other.share;
}

function gaugesOf({ budgets, holding, now }: Limits): readonly Gauge[] {
  // "limit of 500 content-creating requests an hour reached"
  const limit = holding?.reason.replace(/^\D*[\d,]+ /, '') ?? '';
  // Some hosts do not say which limit: then it is the one that is used up.
  const isUnnamed = !/\d/.test(holding?.reason ?? '');
  const holds = ({ host, name, used, limit: most }: BudgetView) =>
    host === holding?.host && (isUnnamed ? used >= most : limit.startsWith(name));
  const gauges = budgets.map((budget): Gauge => {
    const { name, used, resetAt, credentials = 1 } = budget;
    const isHolding = holds(budget);
    const more = resetAt === null || resetAt <= now ? '' : `, more at ${formatClock(resetAt)}`;
    const tokens = credentials === 1 ? '' : `, ${credentials} tokens`;
    const service = labelOf(budget, budgets);
    const { kind, per } = partsOf(name);
    return {
      ...{ service, label: `${service} ${kind}`, isHolding },
      share: budget.limit > 0 ? used / budget.limit : 1,
      amount: `${used.toLocaleString('en-US')} of ${budget.limit.toLocaleString('en-US')}${per}`,
      note: `${tokens}${isHolding ? endOf(holding, now) : more}`,
    };
  });
  const first = gauges.filter(({ isHolding }) => isHolding);
  const others = gauges.filter(({ isHolding }) => !isHolding);
  if (holding?.limit === undefined || first.length > 0) return [...first, ...others];
  // A limit of a minute is used up and free again before anybody could read how far it is.
  const service = shown(serviceName(holding));
  const [, before = '', name = '', after = ''] =
    /^(.*?[\d,]+ )(.+? an? (?:hour|minute)\b)(.*)$/.exec(safe(holding.reason)) ?? [];
  const { kind, per } = partsOf(name);
  const amount = name === '' ? safe(holding.reason) : `${before.trimEnd()}${per}${after}`;
  const note = endOf(holding, now);
  const label = `${service} ${kind}`.trimEnd();
  return [{ service, label, share: 1, amount, note, isHolding: true }, ...others];
}

function endOf(holding: WaitView | null, now: number): string {
  return holding === null ? '' : `, continues in ${formatElapsed(holding.until - now)}`;
}

/** Two hosts of one service that have the same limit are told apart by their names. */
function labelOf(budget: BudgetView, all: readonly BudgetView[]): string {
  const { host, service, name } = budget;
  const alike = all.filter((one) => one.service === service && one.name === name).length;
  return shown(alike > 1 ? host : serviceName(budget));
}

function shown(name: string): string {
  return safe(name).replace(/^api\./, '');
}

/** Takes `content-creating requests an hour` apart: `writes` and `/hour`. Pure. */
function partsOf(name: string): { readonly kind: string; readonly per: string } {
  const short = name.replace('content-creating requests', 'writes');
  const [, kind = short, unit] = /^(.*) an? (hour|minute)$/.exec(short) ?? [];
  return { kind, per: unit === undefined ? '' : `/${unit}` };
}

function roleOf(share: number): Role {
  if (share >= 0.95) return 'bad';
  return share >= 0.75 ? 'warning' : 'bar';
}
