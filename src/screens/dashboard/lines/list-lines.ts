import { safe } from '../../../core/kernel/format/terminal-text.ts';
import { type Line, line } from '../../../ui/text/line.ts';
import { columnTitles } from '../list/repository-columns.ts';
import { repositoryRow } from '../list/repository-row.ts';
import type { DashboardState } from '../state/dashboard-state.ts';
import type { Frame, listing } from './dashboard-layout.ts';

/** The list: its head, then the rows that fit. Pure. */
export function listLines(
  state: DashboardState,
  frame: Frame,
  { rows, slugs, place, layout: { listRows } }: ReturnType<typeof listing>,
): readonly Line[] {
  const { view, run } = state;
  const titles = { open: 'Repositories', failed: 'Failed', all: 'All repositories' };
  const filter = view.filter === '' && !view.isFiltering ? '' : `  filter: ${view.filter}`;
  const where =
    rows.length > listRows
      ? `  ${place.top + 1}-${Math.min(rows.length, place.top + listRows)} of ${rows.length}`
      : '';
  const head = columnTitles(
    line(
      ['strong', titles[view.shown]],
      ['quiet', where],
      ['key', `${filter}${view.isFiltering ? '_' : ''}`],
    ),
    frame,
  );
  if (rows.length === 0) {
    return [head, line(['quiet', `  ${emptyText(state)}`])];
  }
  const longest = slugs.reduce((most, slug) => Math.max(most, safe(slug).length), 0);
  const shown = rows.slice(place.top, place.top + listRows);
  return [
    head,
    ...shown.map((repository, index) =>
      repositoryRow(repository, {
        ...frame,
        // While it is paused nothing moves.
        now: run.heldSince ?? state.now,
        run,
        isCompared: state.comparison?.current.includes(repository.source) === true,
        filter: view.filter,
        isHere: place.top + index === place.cursor,
        longest,
      }),
    ),
  ];
}

/** Why no repository is listed. */
function emptyText({ run, view }: DashboardState): string {
  if (run.repositories.size === 0) return 'Reading the plan ...';
  if (view.filter !== '') return 'No matches.';
  return view.shown === 'failed' ? 'No repositories failed.' : 'All repositories are done.';
}
