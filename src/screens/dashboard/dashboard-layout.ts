/** How many rows each part of the dashboard takes. */
export interface DashboardLayout {
  readonly hasBar: boolean;
  readonly budgetRows: number;
  /** With an empty row before each of list and log. */
  readonly hasGaps: boolean;
  readonly listRows: number;
  /** Without its head. */
  readonly logRows: number;
}

/** Head, counts, the head of the list, notice and footer are always there. */
const alwaysThere = 5;
const mostLogRows = 8;

/**
 * Deals out the rows: the list gets at least two, then come the bar, the budgets, a log of some lines, gaps, and what is left goes to the
 * list, at last to the log. Pure.
 * @param options.height rows that may be used
 * @param options.budgets how many there are
 * @param options.repositories how many are listed
 * @param options.logLines how many there are
 */
export function dashboardLayout(options: {
  height: number;
  budgets: number;
  repositories: number;
  logLines: number;
}): DashboardLayout {
  let left = Math.max(0, options.height - alwaysThere);
  const take = (wanted: number) => {
    const taken = Math.max(0, Math.min(left, wanted));
    left -= taken;
    return taken;
  };
  const rows = Math.max(1, options.repositories);
  let listRows = take(Math.min(2, rows));
  const hasBar = take(1) === 1;
  const budgetRows = left > options.budgets ? take(options.budgets) : 0;
  listRows += take(Math.min(4, rows - listRows));
  // The log's head, and at least one line.
  const hasLog = options.logLines > 0 && left >= 2;
  let logRows = hasLog ? take(2) - 1 : 0;
  const hasGaps = left >= 2 && take(2) === 2;
  if (hasLog) logRows += take(Math.min(3, options.logLines) - logRows);
  listRows += take(rows - listRows);
  if (hasLog) logRows += take(Math.min(mostLogRows, options.logLines) - logRows);
  return { hasBar, budgetRows, hasGaps, listRows, logRows };
}
