import type { Discovered } from '../../../../core/discovery/discover.ts';
import type { Undo } from '../../engine/act.ts';
import type { Slice } from '../../engine/state.ts';
import { idle, type Task } from '../../engine/tasks.ts';
import { type PickAction, type PickState, pickedName, pickOf, reducePick } from './pick-state.ts';

export interface DiscoveryState {
  readonly pick: PickState;
  readonly task: Task<Discovered>;
  /** The workspace of the task. */
  readonly asked: string;
  readonly progress: { readonly found: number; readonly total: number | null } | null;
}

export type DiscoveryAction =
  | { readonly type: 'pick'; readonly action: PickAction }
  | { readonly type: 'task'; readonly asked: string; readonly task: Task<Discovered> }
  | { readonly type: 'progress'; readonly found: number; readonly total: number | null };

export type DiscoverySlice = Slice<'discovery', DiscoveryState, DiscoveryAction>;

export function initialDiscovery(workspace: string): DiscoveryState {
  return { pick: pickOf(workspace), task: idle, asked: '', progress: null };
}

/** Pure. */
export function reduceDiscovery(state: DiscoveryState, action: DiscoveryAction): DiscoveryState {
  switch (action.type) {
    case 'pick':
      return { ...state, pick: reducePick(state.pick, action.action) };
    case 'task':
      return {
        ...state,
        task: action.task,
        asked: action.asked,
        progress: action.task.status === 'running' ? null : state.progress,
      };
    case 'progress':
      return { ...state, progress: { found: action.found, total: action.total } };
  }
}

/** Takes back typed text; the results stay. */
export const discoveryUndo: Undo<DiscoveryState, DiscoveryAction> = {
  act({ type }, before, after) {
    const isTyped = type === 'pick' && before.pick.text.text !== after.pick.text.text;
    return isTyped ? { name: 'text edited', joins: true } : null;
  },
  restore(now, { pick: { text, cursor } }) {
    return now.pick.text.text === text.text ? now : { ...now, pick: { ...now.pick, text, cursor } };
  },
};

/** The result, if it belongs to the selected workspace. */
export function discoveredOf({ task, asked, pick }: DiscoveryState): Discovered | null {
  return task.status === 'done' && asked === pickedName(pick) ? task.value : null;
}
