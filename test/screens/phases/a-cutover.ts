import type { PhaseRun } from '../../../src/core/commands/phase-view.ts';
import type { PhaseProgress } from '../../../src/core/report/phase-progress.ts';
import {
  initialPhases,
  type PhasesAction,
  type PhasesState,
  reducePhases,
} from '../../../src/screens/phases/phases-state.ts';

export const run: PhaseRun = {
  title: 'Cut-over',
  workspace: 'acme',
  organization: 'acme-gh',
  phases: [
    { id: 'check', label: 'Check' },
    { id: 'lock', label: 'Lock' },
    { id: 'open', label: 'Open GitHub' },
  ],
  resumeWith: 'migrator cutover --migration mig_1',
  abort: () => {},
};

export type CutoverStep = readonly [number, PhaseProgress | PhasesAction];

/** A cut-over by a clock of its own: each step says what happens, and when, in milliseconds. */
export function cutoverAt(...steps: readonly CutoverStep[]): PhasesState {
  const initial = initialPhases({ verbosity: 0, staysOpen: 'failures' }, 0);
  const begun = reducePhases(initial, { type: 'begin', run, now: 0 });
  return steps.reduce((state, [now, step]) => {
    const isProgress = 'phase' in step || step.type === 'locked' || step.type === 'left';
    const action = isProgress ? ({ type: 'progress', progress: step, now } as const) : step;
    return reducePhases(state, action as PhasesAction);
  }, begun);
}

export const expected = (phase: string, left: readonly string[], total = 2): PhaseProgress => ({
  type: 'expected',
  ...{ phase, left, total },
});
export const entered = (phase: string, source: string): PhaseProgress => ({
  type: 'entered',
  ...{ phase, source },
});
export const passed = (phase: string, source: string, isBad = false): PhaseProgress => ({
  type: 'passed',
  ...{ phase, source, summary: `${phase} of ${source}`, isBad },
});
