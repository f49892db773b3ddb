import type { Finding } from '../../../../core/doctor/finding.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';
import { scrolledBy } from '../../shared/scroll.ts';

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

export type DoctorSlice = Slice<'doctor', DoctorState, DoctorAction>;

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
    case 'scroll':
      return { ...state, scrolled: scrolledBy(state.scrolled, action) };
  }
}
