import type { Finding } from '../../../../core/doctor/finding.ts';
import { idle, type Task } from '../../engine/task.ts';

export interface DoctorState {
  readonly task: Task<readonly Finding[]>;
  /** What has been found so far. */
  readonly found: readonly Finding[];
  readonly scrolled: number;
}

export type DoctorAction =
  | { readonly type: 'task'; readonly task: DoctorState['task'] }
  | { readonly type: 'found'; readonly finding: Finding }
  /** @param most rows that are above when the last one is seen */
  | { readonly type: 'scroll'; readonly by: number; readonly most: number };

export const initialDoctor: DoctorState = { task: idle, found: [], scrolled: 0 };

/** Pure. */
export function reduceDoctor(state: DoctorState, action: DoctorAction): DoctorState {
  switch (action.type) {
    case 'task':
      return action.task.status === 'running'
        ? { ...initialDoctor, task: action.task }
        : { ...state, task: action.task };
    case 'found':
      return { ...state, found: [...state.found, action.finding] };
    case 'scroll': {
      const scrolled = Math.max(0, Math.min(action.most, state.scrolled + action.by));
      return { ...state, scrolled };
    }
  }
}
