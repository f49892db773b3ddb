import type { RepositoryView, RunState } from '../../core/report/run/run-state.ts';
import { filterBy } from '../../ui/input/filter.ts';
import type { ViewState } from './dashboard-view.ts';

/** The repositories that are listed, what is under way first, then what has failed. Pure. */
export function listedRepositories(
  { repositories }: RunState,
  { shown, filter }: Pick<ViewState, 'shown' | 'filter'>,
): readonly RepositoryView[] {
  const groups: readonly RepositoryView[][] = [[], [], [], []];
  for (const repository of repositories.values()) groups[groupOf(repository)]?.push(repository);
  const [running = [], failed = [], pending = [], ended = []] = groups;
  const all = {
    open: [...running, ...failed, ...pending],
    failed,
    all: [...running, ...failed, ...pending, ...ended],
  };
  return filterBy(all[shown], filter, ({ source, target }) => `${source} ${target}`);
}

function groupOf({ status }: RepositoryView): number {
  if (status === 'running' || status === 'waiting') return 0;
  if (status === 'failed') return 1;
  return status === 'pending' ? 2 : 3;
}
