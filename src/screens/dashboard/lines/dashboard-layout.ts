import { holdingWait } from '../../../core/report/estimate/holding-wait.ts';
import type { RepositoryView, RunState } from '../../../core/report/run/run-state.ts';
import { filterBy } from '../../../ui/input/filter.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import { failureBlocks } from '../../causes/cause-lines.ts';
import type { DashboardState } from '../state/dashboard-state.ts';
import { placeOf, type ViewState } from '../state/dashboard-view.ts';
import { countBudgetLines } from './budget-lines.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly glyphs: Glyphs;
}

/** The rows of each part of the dashboard. */
interface DashboardLayout {
  readonly hasBar: boolean;
  /** Shows the rates of the run, and its limits. */
  readonly hasRates: boolean;
  readonly budgetRows: number;
  /** Lines of the causes of failures. */
  readonly failureRows: number;
  /** An empty row before list and log. */
  readonly hasGaps: boolean;
  readonly listRows: number;
  /** Without its head. */
  readonly logRows: number;
  /** Between the upper part and the notice: list, log, and what stands beside them. */
  readonly bodyRows: number;
}

/** Columns from which the selected repository stands beside the list. */
const wide = 160;
const narrowest = 110;

/** Columns of the list and the log. Pure. */
export function bodyWidth(width: number): number {
  return width < wide ? width : Math.max(narrowest, Math.floor(width * 0.62));
}

/** A small terminal shows the limit that holds up the run, and no other. */
function isSmall({ width, height }: Pick<Frame, 'width' | 'height'>): boolean {
  return width < 70 || height < 16;
}

/** Head, counts, the head of the list, notice and footer. */
const fixedRows = 5;
const mostLogRows = 8;
/** Rows from which every limit has a gauge, instead of the fullest of each service. */
const roomy = 28;
/** Rows that everything but the list takes, with a log that tells something. */
const rowsBesideAll = 22;
/** Rows from which the log takes all that are left. */
const high = 40;

/**
 * Distributes the rows: at least two for the list, then the bar, the budgets, causes of failures, a short log, gaps; the rest goes
 * to the list, then to the log. Pure.
 * @param options.height all rows
 */
export function dashboardLayout(options: {
  height: number;
  budgets: number;
  repositories: number;
  /** Lines that causes of failures take. */
  failures: number;
  logLines: number;
  hasRates: boolean;
}): DashboardLayout {
  let left = Math.max(0, options.height - fixedRows);
  const take = (wanted: number) => {
    const taken = Math.max(0, Math.min(left, wanted));
    left -= taken;
    return taken;
  };
  const rows = Math.max(1, options.repositories);
  let listRows = take(Math.min(2, rows));
  const hasBar = take(1) === 1;
  const hasRates = left > 0 && options.hasRates && take(1) === 1;
  const budgetRows = left > options.budgets ? take(options.budgets) : 0;
  listRows += take(Math.min(4, rows - listRows));
  const mostFailures = Math.min(options.failures, Math.floor(options.height / 4));
  const failureRows = left >= mostFailures ? take(mostFailures) : 0;
  // The log's head, and at least one line.
  const hasLog = options.logLines > 0 && left >= 2;
  let logRows = hasLog ? take(2) - 1 : 0;
  const hasGaps = left >= 2 && take(2) === 2;
  if (hasLog) logRows += take(Math.min(3, options.logLines) - logRows);
  listRows += take(rows - listRows);
  if (hasLog)
    logRows += take(
      Math.min(options.height >= high - 2 ? options.height : mostLogRows, options.logLines) -
        logRows,
    );
  const upper =
    (hasBar ? 1 : 0) + (hasRates ? 1 : 0) + budgetRows + failureRows + (hasGaps ? 1 : 0);
  const bodyRows = Math.max(1, options.height - upper - (fixedRows - 1));
  return { hasBar, hasRates, budgetRows, failureRows, hasGaps, listRows, logRows, bodyRows };
}

/** Returns what the gauges show. Pure. */
export function limitsOf({ run, now }: Pick<DashboardState, 'run' | 'now'>) {
  return { budgets: run.budgets, holding: holdingWait(run, now), now };
}

/** The listed repositories, and the window that is shown of them. Pure. */
export function listing(state: DashboardState, { width, height, glyphs }: Frame) {
  const isCompared = state.comparison !== null;
  // In a high terminal a few repositories stay in sight when they are done.
  const hasRoom = state.run.repositories.size <= height - rowsBesideAll;
  const isAll = isCompared || (hasRoom && state.view.shown === 'open');
  const rows = listedRepositories(state.run, isAll ? { ...state.view, shown: 'all' } : state.view);
  const failures = failureBlocks(state.run, { width, glyphs });
  const limits = limitsOf(state);
  const budgets = countBudgetLines(limits);
  const layout = dashboardLayout({
    height,
    failures: failures.reduce((sum, block) => sum + block.length, 0),
    budgets: isSmall({ width, height })
      ? Number(limits.holding !== null)
      : budgets[height < roomy ? 'most' : 'all'],
    repositories: rows.length,
    logLines: isSmall({ width, height }) ? 0 : state.log.length,
    // From the first repository on: rows that come and go would move the list.
    hasRates: state.run.status === 'running' && !isCompared,
  });
  const slugs = rows.map(({ source }) => source);
  const place = placeOf(state.view, slugs, layout.listRows);
  const { panel, selected } = state.view;
  const pinned =
    panel === 'detail' && selected !== null ? state.run.repositories.get(selected) : undefined;
  const chosen = pinned ?? rows[place.cursor] ?? null;
  return { rows, slugs, layout, place, failures, selected: chosen };
}

/** Which groups are listed, in their order. */
const listedGroups = {
  open: ['failed', 'running', 'pending'],
  failed: ['failed'],
  all: ['failed', 'running', 'pending', 'ended'],
} as const;

function listedRepositories(
  { repositories }: RunState,
  { shown, filter }: Pick<ViewState, 'shown' | 'filter'>,
): readonly RepositoryView[] {
  const groups = Map.groupBy(repositories.values(), groupOf);
  const listed = listedGroups[shown].flatMap((group) => groups.get(group) ?? []);
  return filterBy(listed, filter, ({ source, target }) => `${source} ${target}`);
}

function groupOf({ status }: RepositoryView): (typeof listedGroups.all)[number] {
  if (status === 'waiting') return 'running';
  return status === 'succeeded' || status === 'skipped' ? 'ended' : status;
}
