import type { TimedEvent } from '../../core/events.ts';
import type { LiveView, LiveViewOptions } from '../../core/report/live-view.ts';
import { createStore } from '../../ui/store.ts';
import { runTui } from '../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { Dashboard } from './dashboard.tsx';
import { endsItselfAt, waitsForPerson } from './dashboard-lines.ts';
import { initialDashboard, reduceDashboard } from './dashboard-state.ts';

/** Milliseconds between two looks at the hosts' limits. */
const budgetInterval = 1000;

/** Opens the dashboard of a run that this process makes. */
export function showDashboard(
  options: LiveViewOptions &
    Pick<TuiOptions, 'environment' | 'streams' | 'redact'> & { now?: () => number },
): LiveView {
  const { controls, drain, now = Date.now } = options;
  const { color, verbosity } = options;
  const store = createStore(
    reduceDashboard,
    initialDashboard({ color, verbosity, kind: 'run' }, now()),
  );
  let waiting: TimedEvent[] = [];
  let answer: ((text: string) => void) | null = null;
  let budgetsAt = 0;

  function gather(at: number): void {
    const events = waiting;
    waiting = [];
    store.dispatch({ type: 'tick', now: at, events });
  }
  function tick(at: number): void {
    gather(at);
    if (at - budgetsAt >= budgetInterval) {
      budgetsAt = at;
      // What cannot be read is not shown.
      options.budgets().then(
        (budgets) => store.dispatch({ type: 'budgets', budgets }),
        () => {},
      );
    }
    const state = store.getState();
    if (waitsForPerson(state) && at >= endsItselfAt(state)) controls.finish();
  }
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
        onTick={tick}
        onClosed={end}
        onAnswer={(text) => answer?.(text)}
      />
    ),
  });
  let hasFailed = false;
  ended.catch((cause: unknown) => {
    hasFailed = true;
    options.onFailure(cause, waiting);
    // Nobody can answer any more: that is no yes.
    answer?.('');
  });

  return {
    show(event) {
      waiting.push(event);
    },
    say: (line) => store.dispatch({ type: 'say', lines: [line] }),
    ask(question) {
      return new Promise((resolve, reject) => {
        const stop = () => {
          settle();
          reject(drain.reason);
        };
        function settle(): void {
          answer = null;
          drain.removeEventListener('abort', stop);
          store.dispatch({ type: 'view', action: { type: 'question', text: null } });
        }
        answer = (text) => {
          settle();
          resolve(text);
        };
        store.dispatch({ type: 'view', action: { type: 'question', text: question } });
        if (drain.aborted) stop();
        else drain.addEventListener('abort', stop, { once: true });
      });
    },
    async close() {
      drain.removeEventListener('abort', onDrain);
      if (hasFailed) return;
      gather(now());
      store.dispatch({ type: 'close' });
      await ended.catch(() => {});
    },
  };
}
