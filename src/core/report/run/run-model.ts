import type { TimedEvent } from '../../ports/events.ts';
import { initialRunState, type RunState, reduceRunAll } from './run-state.ts';

/** The state of a run for somebody who looks at it now and then. */
export interface RunModel {
  accept(event: TimedEvent): void;
  state(): RunState;
}

/** Events that are reduced at a time: a run of a thousand repositories tells hundreds of them a second. */
const mostWaiting = 500;

export function createRunModel(): RunModel {
  let state = initialRunState;
  let waiting: TimedEvent[] = [];
  function settle(): RunState {
    state = reduceRunAll(state, waiting);
    waiting = [];
    return state;
  }
  return {
    accept(event) {
      waiting.push(event);
      if (waiting.length >= mostWaiting) settle();
    },
    state: settle,
  };
}
