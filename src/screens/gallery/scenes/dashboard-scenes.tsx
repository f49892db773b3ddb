import { initialRunState, reduceRunAll } from '../../../core/report/run/run-state.ts';
import { createStore } from '../../../ui/store.ts';
import { Dashboard } from '../../dashboard/dashboard.tsx';
import {
  type DashboardState,
  initialDashboard,
  reduceDashboard,
} from '../../dashboard/state/dashboard-state.ts';
import type { ViewAction } from '../../dashboard/state/dashboard-view.ts';
import { noon } from '../sample/company.ts';
import { budgetsAt } from '../sample/events.ts';
import * as runs from '../sample/runs.ts';
import type { Scene } from './scene.ts';

type Kind = Parameters<typeof initialDashboard>[0];

const own: Kind = { color: false, verbosity: 0, kind: 'run' };
const watched: Kind = { ...own, kind: 'watch', takesRequests: true };

const detail: ViewAction = { type: 'panel', panel: 'detail' };

/** Every state of the dashboard. */
export const dashboardScenes: readonly Scene[] = [
  scene('checking', runs.checking),
  scene('beginning', runs.beginning),
  scene('half-way', runs.halfWay),
  scene('a limit holds it up', runs.limited),
  scene('one has failed', runs.oneFailed),
  scene('paused', runs.paused),
  scene('stopping', runs.halfWay, {
    change: (state) => reduceDashboard(state, { type: 'ending' }),
  }),
  scene('waiting for a person', runs.waitingForPerson),
  scene('filtered', runs.halfWay, {
    view: [
      { type: 'filtering', on: true },
      { type: 'filter', text: 'app' },
    ],
  }),
  scene('all of them', runs.halfWay, { view: [{ type: 'show', shown: 'all' }] }),
  scene('detail', runs.halfWay, { view: [select('payments-service-new'), detail] }),
  scene('detail of a failure', runs.oneFailed, { view: [select('mobile-app'), detail] }),
  scene('skip', runs.oneFailed, { view: [{ type: 'skipping', source: 'mobile-app' }] }),
  scene('help', runs.halfWay, { view: [{ type: 'panel', panel: 'help' }] }),
  scene('question', runs.beginning, {
    view: [{ type: 'question', text: 'Make 1 repository public: developer-handbook? [y/N]' }],
  }),
  scene('watching', runs.halfWay, { kind: watched }),
  scene('watching, nobody leads it', runs.halfWay, {
    kind: watched,
    change: (state) => ({ ...state, isLed: false }),
  }),
];

function select(slug: string): ViewAction {
  return { type: 'move', move: 'home', rows: [slug], height: 1 };
}

/** Draws the dashboard of a run at a moment. */
function scene(
  name: string,
  { events, seconds }: runs.SampleRun,
  {
    kind = own,
    view = [],
    change = (state) => state,
  }: {
    readonly kind?: Kind;
    readonly view?: readonly ViewAction[];
    readonly change?: (state: DashboardState) => DashboardState;
  } = {},
): Scene {
  const now = noon + 1000 * seconds;
  return {
    name: `dashboard, ${name}`,
    open() {
      const budgets = budgetsAt(seconds);
      const run = { ...reduceRunAll(initialRunState, events), budgets, firstBudgets: budgetsAt(0) };
      const updated = reduceDashboard(initialDashboard(kind, noon), {
        ...{ type: 'update', now, run, news: events },
      });
      const state = view.reduce(
        (before, action) => reduceDashboard(before, { type: 'view', action }),
        change(updated),
      );
      return (
        <Dashboard
          store={createStore(reduceDashboard, state)}
          effects={{ controls, interrupt: nothing, leave: nothing, view: nothing }}
          onTick={nothing}
          onClosed={nothing}
          onAnswer={nothing}
        />
      );
    },
  };
}

function nothing(): void {}

const controls = {
  pause: nothing,
  resume: nothing,
  retry: nothing,
  skip: nothing,
  finish: nothing,
};
