import { type RunResult, targetPage } from '../../core/commands/run-result.ts';
import { proofOf } from '../../core/report/proof.ts';
import type { RepositoryView } from '../../core/report/run/run-state.ts';
import { type ToDo, toDosOf } from '../../core/report/summary/to-dos.ts';
import { type ListMove, type ListState, listStart, moveInList } from '../../ui/input/list-state.ts';

export interface ResultState {
  readonly result: RunResult;
  /** The list that has the cursor. */
  readonly listed: 'to-dos' | 'repositories';
  readonly list: ListState;
  readonly panel: 'card' | 'detail' | 'help';
  /** Panel under the help. */
  readonly helped: 'card' | 'detail';
  /** Rows of the panel above the screen. */
  readonly scrolled: number;
  /** Effect of the last key. */
  readonly notice: string | null;
}

export type ResultAction =
  | { readonly type: 'move'; readonly move: ListMove; readonly height: number }
  | { readonly type: 'switch' }
  | { readonly type: 'panel'; readonly panel: ResultState['panel'] }
  | { readonly type: 'scroll'; readonly by: number; readonly most: number }
  | { readonly type: 'notice'; readonly text: string };

export function initialResult(result: RunResult): ResultState {
  return {
    result,
    listed: toDosIn(result).length > 0 ? 'to-dos' : 'repositories',
    list: listStart,
    panel: 'card',
    helped: 'card',
    scrolled: 0,
    notice: result.notice,
  };
}

/** Pure. */
export function reduceResult(state: ResultState, action: ResultAction): ResultState {
  switch (action.type) {
    case 'move': {
      const size = { count: countListed(state), height: action.height };
      return { ...state, notice: null, list: moveInList(state.list, action.move, size) };
    }
    case 'switch': {
      const listed = state.listed === 'to-dos' ? 'repositories' : 'to-dos';
      return { ...state, notice: null, listed, list: listStart };
    }
    case 'panel':
      return {
        ...{ ...state, notice: null, panel: action.panel, scrolled: 0 },
        helped: state.panel === 'help' ? state.helped : state.panel,
      };
    case 'scroll':
      return {
        ...state,
        scrolled: Math.max(0, Math.min(action.most, state.scrolled + action.by)),
      };
    case 'notice':
      return { ...state, notice: action.text };
  }
}

const order: readonly RepositoryView['status'][] = [
  ...(['failed', 'succeeded', 'skipped', 'pending', 'running', 'waiting'] as const),
];

/** The repositories, those that failed first. */
export function repositoriesIn({ run }: RunResult): readonly RepositoryView[] {
  const all = [...run.repositories.values()];
  return all.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}

export function toDosIn(result: RunResult): readonly ToDo[] {
  const { left, check } = result;
  return toDosOf(left, proofOf(check), (target) => targetPage(result, target));
}

function countListed({ listed, result }: ResultState): number {
  return listed === 'to-dos' ? toDosIn(result).length : repositoriesIn(result).length;
}

export function selectedToDo({ listed, list, result }: ResultState): ToDo | null {
  return listed === 'to-dos' ? (toDosIn(result)[list.cursor] ?? null) : null;
}

/** The repository at the cursor, or the first that has what is to be done. */
export function selectedRepository(state: ResultState): RepositoryView | null {
  const { listed, list, result } = state;
  if (listed === 'repositories') return repositoriesIn(result)[list.cursor] ?? null;
  const [source = ''] = selectedToDo(state)?.repositories ?? [];
  return result.run.repositories.get(source) ?? null;
}
