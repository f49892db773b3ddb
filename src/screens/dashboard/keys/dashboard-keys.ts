import type { RepositoryView } from '../../../core/report/run/run-state.ts';
import type { Binding } from '../../../ui/keys/keymap.ts';
import { yesNoKeys } from '../../../ui/keys/yes-no-keys.ts';
import { listing } from '../lines/dashboard-layout.ts';
import type { DashboardState } from '../state/dashboard-state.ts';
import type { Shown } from '../state/dashboard-view.ts';
import { comparing, type DashboardEffects, ending, helpKey as help } from './ending-keys.ts';
import { moving, type ScrolledSize, scrolling } from './moving-keys.ts';

/** The keys in this state. Pure, except for their actions. */
export function dashboardBindings(
  state: DashboardState,
  size: ScrolledSize,
  effects: DashboardEffects,
): readonly Binding[] {
  const { view } = effects;
  const { panel, scrolled } = state.view;
  if (panel === 'help') {
    return [
      closing(effects, '?'),
      ...scrolling(size, { scrolled, view }),
      ...ending(state, size.glyphs, effects),
    ];
  }
  const listed = listing(state, size);
  if (state.comparison !== null) {
    const { slugs, layout } = listed;
    return [...comparing(state.comparison, effects), ...moving(slugs, layout.listRows, view)];
  }
  const { kind, takesRequests = false } = state.settings;
  const acting =
    kind === 'run' || takesRequests ? runBindings(state, listed.selected, effects) : [];
  if (panel === 'detail') {
    return [
      closing(effects, 'enter'),
      ...acting,
      help(view),
      ...ending(state, size.glyphs, effects),
      ...scrolling(size, { scrolled, view }),
    ];
  }
  return [
    {
      keys: ['enter'],
      label: 'detail',
      help: 'Show steps, pull requests and log of this repository',
      disabled: listed.selected === null ? 'no repository here' : null,
      run: () => view({ type: 'panel', panel: 'detail', source: listed.selected?.source }),
    },
    ...acting,
    ...ending(state, size.glyphs, effects),
    help(view),
    {
      keys: ['/'],
      label: 'filter',
      help: 'Filter by name',
      run: () => view({ type: 'filtering', on: true }),
    },
    {
      keys: ['tab'],
      label: shownLabels[shownNext(state)],
      help: 'Show unfinished, failed or all repositories',
      run: () => view({ type: 'show', shown: shownNext(state) }),
    },
    ...(state.view.filter === ''
      ? []
      : [
          {
            keys: ['esc'],
            help: 'Clear the filter',
            run: () => view({ type: 'filter', text: '' }),
          },
        ]),
    ...moving(listed.slugs, listed.layout.listRows, view),
  ];
}

/** The keys of an open question or filter; others are typed into it. Pure, except for their actions. */
export function answerBindings(
  { view: { skipping, isStopping } }: DashboardState,
  { controls, view, interrupt }: DashboardEffects,
): readonly Binding[] {
  const stop = { keys: ['ctrl+c'], help: 'Stop after the running steps', run: interrupt };
  if (skipping !== null) {
    const close = () => view({ type: 'skipping', source: null });
    const skip = () => {
      controls.skip(skipping);
      close();
    };
    return [
      ...yesNoKeys({
        yes: { label: 'skip', help: 'Skip this repository', run: skip },
        no: { help: 'Do not skip it', run: close },
      }),
      stop,
    ];
  }
  if (isStopping) {
    const stay = () => view({ type: 'stopping', on: false });
    const yes = () => {
      stay();
      interrupt();
    };
    return [
      ...yesNoKeys({
        yes: { label: 'stop', help: 'Stop after the current steps', run: yes },
        no: { help: 'Cancel the stop', run: stay },
      }),
      stop,
    ];
  }
  const close = () => view({ type: 'filtering', on: false });
  const clear = () => {
    close();
    view({ type: 'filter', text: '' });
  };
  return [
    { keys: ['enter', 'down'], label: 'keep filter', help: 'Keep the filter', run: close },
    { keys: ['esc'], label: 'clear', help: 'Clear the filter', run: clear },
    stop,
  ];
}

const shownLabels: Readonly<Record<Shown, string>> = {
  open: 'unfinished',
  failed: 'failed only',
  all: 'all',
};

/** Leaves out failed repositories while there are none. Pure. */
function shownNext({ view: { shown }, run }: DashboardState): Shown {
  if (shown === 'all') return 'open';
  const hasFailed = [...run.repositories.values()].some(({ status }) => status === 'failed');
  return shown === 'open' && hasFailed ? 'failed' : 'all';
}

function runBindings(
  state: DashboardState,
  selected: RepositoryView | null,
  { controls, view }: DashboardEffects,
): readonly Binding[] {
  const { run, isEnding, isLed } = state;
  const notLed = isLed ? null : 'no process is coordinating the run: start it again with --resume';
  const isOver = isEnding ? 'the run is stopping' : notLed;
  const notYet = run.status === 'running' ? null : 'nothing has started yet';
  const failed = [...run.repositories.values()].filter(({ status }) => status === 'failed');
  const status = selected?.status ?? null;
  const isOpen = status === 'pending' || status === 'running' || status === 'waiting';
  const canBeTried =
    selected?.endedEarlier !== true &&
    (status === 'failed' || selected?.reason?.startsWith('skipped by you') === true);
  return [
    {
      keys: ['p'],
      label: run.heldSince !== null ? 'resume' : 'pause',
      help:
        run.heldSince !== null ? 'Resume the run' : 'Pause: start no new step and send no request',
      disabled: isOver,
      run: run.heldSince !== null ? controls.resume : controls.pause,
    },
    {
      keys: ['r'],
      ...(failed.length > 0 && { label: 'retry' }),
      help: 'Retry this failed repository',
      disabled:
        isOver ?? (selected === null || canBeTried ? null : `${selected.source} has not failed`),
      run() {
        if (selected !== null) controls.retry(selected.source);
      },
    },
    {
      keys: ['R'],
      help: 'Retry all failed repositories',
      disabled: isOver ?? (failed.length === 0 ? 'no failed repositories' : null),
      run() {
        for (const { source } of failed) controls.retry(source);
      },
    },
    {
      keys: ['s'],
      ...(isOpen && { label: 'skip' }),
      help: 'Skip this repository; a running one stops immediately',
      disabled: isOver ?? notYet ?? (isOpen ? null : 'it is done'),
      run: () => view({ type: 'skipping', source: selected?.source ?? null }),
    },
  ];
}

function closing({ view }: DashboardEffects, key: string): Binding {
  return {
    keys: ['esc', key],
    label: 'back',
    help: 'Back to the list',
    run: () => view({ type: 'panel', panel: 'list' }),
  };
}
