import type { LiveView, LiveViewOptions } from '../../core/commands/live-view.ts';
import type { TimedEvent } from '../../core/ports/events.ts';
import { createStore, type Store } from '../../ui/store.ts';
import { runTui } from '../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { Dashboard } from './dashboard.tsx';
import { endsItselfAt, waitsForPerson } from './dashboard-lines.ts';
import {
  type DashboardAction,
  type DashboardState,
  initialDashboard,
  reduceDashboard,
} from './dashboard-state.ts';

/** Milliseconds between two looks at the hosts' limits. */
const budgetInterval = 1000;

type DashboardStore = Store<DashboardState, DashboardAction>;

/** Opens the dashboard of a run that this process makes. */
export function showDashboard(
  options: LiveViewOptions &
    Pick<TuiOptions, 'environment' | 'streams' | 'redact'> & { now?: () => number },
): LiveView {
  const { controls, drain, now = Date.now, color, verbosity } = options;
  const initial = initialDashboard(
    { color, verbosity, kind: 'run', stateGoes: options.stateGoes === true },
    now(),
  );
  const store = createStore(reduceDashboard, initial);
  const updates = createUpdates(store, options);
  const question = createQuestion(store, drain);
  const onDrain = () => store.dispatch({ type: 'ending' });
  drain.addEventListener('abort', onDrain, { once: true });

  const ended = runTui<void>({
    ...options,
    now,
    screen: (end) => (
      <Dashboard
        store={store}
        effects={{
          controls,
          interrupt: options.interrupt,
          leave: options.interrupt,
          view: (action) => store.dispatch({ type: 'view', action }),
        }}
        onTick={updates.tick}
        onClosed={end}
        onAnswer={question.answer}
      />
    ),
  });
  let hasFailed = false;
  ended.catch((cause: unknown) => {
    hasFailed = true;
    options.onFailure(cause, updates.waiting());
    // Nobody can answer any more: that is no yes.
    question.answer('');
  });

  return {
    show: updates.add,
    say: (line) => store.dispatch({ type: 'say', lines: [line] }),
    ask: question.ask,
    async close() {
      drain.removeEventListener('abort', onDrain);
      if (hasFailed) return;
      updates.gather(now());
      store.dispatch({ type: 'close' });
      await ended.catch(() => {});
    },
  };
}

/** Events are gathered between two drawings, and the hosts' limits are read now and then. */
function createUpdates(
  store: DashboardStore,
  { run, budgets, controls }: Pick<LiveViewOptions, 'run' | 'budgets' | 'controls'>,
) {
  let waiting: TimedEvent[] = [];
  let budgetsAt = 0;

  function gather(at: number): void {
    const news = waiting;
    waiting = [];
    store.dispatch({ type: 'update', now: at, run: run(), news });
  }
  function readBudgets(at: number): void {
    budgetsAt = at;
    // What cannot be read is not shown.
    budgets().then(
      (read) => store.dispatch({ type: 'budgets', budgets: read }),
      () => {},
    );
  }
  return {
    add(event: TimedEvent): void {
      waiting.push(event);
    },
    waiting: (): readonly TimedEvent[] => waiting,
    gather,
    tick(at: number): void {
      gather(at);
      if (at - budgetsAt >= budgetInterval) readBudgets(at);
      const state = store.getState();
      if (waitsForPerson(state) && at >= endsItselfAt(state)) controls.finish();
    },
  };
}

/** One question at a time, until somebody answers or a signal ends the run. */
function createQuestion(store: DashboardStore, drain: AbortSignal) {
  let answer: ((text: string) => void) | null = null;
  const ask: LiveView['ask'] = (question) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        close();
        reject(drain.reason);
      };
      function close(): void {
        answer = null;
        drain.removeEventListener('abort', stop);
        store.dispatch({ type: 'view', action: { type: 'question', text: null } });
      }
      answer = (text) => {
        close();
        resolve(text);
      };
      store.dispatch({ type: 'view', action: { type: 'question', text: question } });
      if (drain.aborted) stop();
      else drain.addEventListener('abort', stop, { once: true });
    });
  return { ask, answer: (text: string) => answer?.(text) };
}
