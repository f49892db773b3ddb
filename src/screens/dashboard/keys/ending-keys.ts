import type { ComparisonView } from '../../../core/commands/live-view.ts';
import type { RunControls } from '../../../core/work/pausing/run-controller.ts';
import type { Binding } from '../../../ui/keys/keymap.ts';
import type { Glyphs } from '../../../ui/theme/glyphs.ts';
import { type DashboardState, waitsForPerson } from '../state/dashboard-state.ts';
import type { ViewAction } from '../state/dashboard-view.ts';

export interface DashboardEffects {
  readonly controls: RunControls;
  readonly view: (action: ViewAction) => void;
  /** As Ctrl+C: the first drains the run, the second stops it. */
  readonly interrupt: () => void;
  /** Stops watching the run of another process. */
  readonly leave: () => void;
}

/** The keys that end a run, or what is shown of it. Pure, except for their actions. */
export function ending(
  state: DashboardState,
  glyphs: Glyphs,
  effects: DashboardEffects,
): readonly Binding[] {
  if (state.settings.kind === 'watch') {
    const text = 'Leave; the migration keeps running';
    return [
      { keys: ['q'], label: 'leave', help: text, run: effects.leave },
      { keys: ['ctrl+c'], help: text, run: effects.interrupt },
    ];
  }
  return [
    quitting(state, glyphs, effects),
    {
      keys: ['ctrl+c'],
      help: 'Stop after the running steps; press again to stop at once',
      run: effects.interrupt,
    },
  ];
}

/** Asks first: one key does not stop a run. */
function quitting(
  state: DashboardState,
  { ellipsis }: Glyphs,
  { controls, interrupt, view }: DashboardEffects,
): Binding {
  const keys = ['q'];
  if (waitsForPerson(state)) {
    return { keys, label: 'end', help: 'End the run without retrying', run: controls.finish };
  }
  if (state.isEnding) {
    return { keys, label: 'stop now', help: 'Stop at once; you can resume', run: interrupt };
  }
  return {
    keys,
    label: `stop${ellipsis}`,
    help: 'Stop after the current steps (asks first)',
    run: () => view({ type: 'stopping', on: true }),
  };
}

/** The keys of a comparison that follows a run. Pure, except for their actions. */
export function comparing(
  { skip }: ComparisonView,
  { view, interrupt }: DashboardEffects,
): readonly Binding[] {
  return [
    { keys: ['s', 'q'], label: 'skip', help: 'Skip the comparison; verify later', run: skip },
    helpKey(view),
    { keys: ['ctrl+c'], help: 'Skip the comparison, and end', run: interrupt },
  ];
}

export function helpKey(view: DashboardEffects['view']): Binding {
  return {
    keys: ['?'],
    label: 'help',
    help: 'All keys',
    run: () => view({ type: 'panel', panel: 'help' }),
  };
}
