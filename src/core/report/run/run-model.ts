import type { BudgetView } from '../../network/budgets.ts';
import type { TimedEvent } from '../../ports/records/events.ts';
import { initialRunState, type RunState, reduceRunAll } from './run-state.ts';

/** The state of a run in its process: events go in, every view reads it. */
export interface RunModel {
  accept(event: TimedEvent): void;
  state(): RunState;
  /** The hosts' limits, as just read. */
  setBudgets(budgets: readonly BudgetView[]): void;
}

/** Events that are reduced at a time: a run of a thousand repositories emits hundreds a second. */
const mostWaiting = 500;

export function createRunModel(): RunModel {
  let state = initialRunState;
  let waiting: TimedEvent[] = [];
  function reduceWaiting(): RunState {
    state = reduceRunAll(state, waiting);
    waiting = [];
    return state;
  }
  return {
    accept(event) {
      waiting.push(event);
      if (waiting.length >= mostWaiting) reduceWaiting();
    },
    state: reduceWaiting,
    setBudgets(budgets) {
      const run = reduceWaiting();
      const isFirst = run.firstBudgets.length === 0 && run.startedAt !== null;
      state = { ...run, budgets, ...(isFirst && { firstBudgets: budgets }) };
    },
  };
}
