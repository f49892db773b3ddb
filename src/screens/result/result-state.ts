import type { RunResult } from '../../core/commands/run-result.ts';
import { safe } from '../../core/kernel/format/terminal-text.ts';
import type { RepositoryView } from '../../core/report/run/run-state.ts';
import { type ListMove, type ListState, listStart, moveInList } from '../../ui/input/list-state.ts';

export interface ResultState {
  readonly result: RunResult;
  readonly list: ListState;
  readonly hasHelp: boolean;
  /** Rows of the help above the screen. */
  readonly scrolled: number;
  /** Effect of the last key. */
  readonly notice: string | null;
}

export type ResultAction =
  | { readonly type: 'move'; readonly move: ListMove; readonly height: number }
  | { readonly type: 'help' }
  | { readonly type: 'scroll'; readonly by: number; readonly most: number }
  | { readonly type: 'notice'; readonly text: string };

export function initialResult(result: RunResult): ResultState {
  return { result, list: listStart, hasHelp: false, scrolled: 0, notice: noticeOf(result) };
}

function noticeOf({ report }: RunResult): string | null {
  return report === null ? null : `O opens ${safe(report)}`;
}

/** Pure. */
export function reduceResult(state: ResultState, action: ResultAction): ResultState {
  switch (action.type) {
    case 'move': {
      const size = { count: listed(state.result).length, height: action.height };
      return { ...state, notice: null, list: moveInList(state.list, action.move, size) };
    }
    case 'help':
      return { ...state, notice: null, hasHelp: !state.hasHelp, scrolled: 0 };
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
export function listed({ run }: RunResult): readonly RepositoryView[] {
  const all = [...run.repositories.values()];
  return all.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}

export function selectedIn({ result, list }: ResultState): RepositoryView | null {
  return listed(result)[list.cursor] ?? null;
}
