import type { TimedEvent } from '../../ports/records/events.ts';
import type { RunState } from './run-state.ts';
import { percentOf, workDone } from './work-done.ts';

/** Progress of a run as a terminal's tab or taskbar can show it. */
export interface TaskbarState {
  readonly kind: 'normal' | 'error' | 'unknown' | 'paused';
  readonly percent: number;
}

export interface TaskbarProgress {
  set(state: TaskbarState): void;
  clear(): void;
  /** Clears it for good. */
  end(): void;
}

/** Milliseconds between two updates. */
const interval = 500;

const turns: ReadonlySet<TimedEvent['type']> = new Set([
  'run-started',
  'run-held',
  'repository-finished',
  'run-finished',
]);

/** `null`: there is nothing to show. Pure. */
function taskbarState(run: RunState): TaskbarState | null {
  if (run.status === 'checking') return { kind: 'unknown', percent: 0 };
  if (run.status !== 'running') return null;
  const work = workDone(run);
  const percent = work.total === 0 ? 0 : percentOf(work.share);
  const kind = run.heldSince !== null ? 'paused' : work.failed > 0 ? 'error' : 'normal';
  return { kind, percent };
}

/** Keeps the taskbar at the state of a run. */
export function followRun(
  run: () => RunState,
  taskbar: TaskbarProgress,
): (event: TimedEvent) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return ({ type, at }) => {
    const isTurn = turns.has(type);
    if (!isTurn && at - shownAt < interval) return;
    shownAt = at;
    const state = taskbarState(run());
    if (state === null) taskbar.clear();
    else taskbar.set(state);
  };
}
