import type { LiveView, LiveViewOptions } from '../../core/commands/live-view.ts';
import { foldLines } from '../../core/kernel/fold-lines.ts';
import type { TimedEvent } from '../../core/ports/records/events.ts';
import { createQuestion } from '../../ui/question.ts';
import { createStore } from '../../ui/store.ts';
import { runTui } from '../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { Dashboard, type DashboardStore } from './dashboard.tsx';
import { dashboardTitle } from './lines/dashboard-lines.ts';
import {
  endsItselfAt,
  initialDashboard,
  reduceDashboard,
  waitsForPerson,
} from './state/dashboard-state.ts';

/** Opens the dashboard of a run in this process. */
export function showDashboard(
  options: LiveViewOptions &
    Pick<TuiOptions, 'environment' | 'streams' | 'redact' | 'focus'> & { now?: () => number },
): LiveView {
  const { controls, drain, now = Date.now, color, verbosity } = options;
  const initial = initialDashboard(
    { color, verbosity, kind: 'run', stateGoes: options.stateGoes === true },
    now(),
  );
  const store = createStore(reduceDashboard, initial);
  const updates = createUpdates(store, options);
  const question = createQuestion(
    (text) => store.dispatch({ type: 'view', action: { type: 'question', text } }),
    drain,
  );
  const onDrain = () => store.dispatch({ type: 'ending' });
  drain.addEventListener('abort', onDrain, { once: true });

  const ended = runTui<void>({
    ...options,
    now,
    title: () => dashboardTitle(store.getState()),
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
  const { streams, redact } = options;
  const writeSaid = () => {
    const said = store.getState().said.map(({ text }) => redact(text));
    for (const text of foldLines(said, streams.stdout.columns ?? null))
      streams.stdout.write(`${text}\n`);
  };
  let hasFailed = false;
  ended.catch((cause: unknown) => {
    hasFailed = true;
    writeSaid();
    options.onFailure(cause, updates.pending());
    // Nobody can answer any more: an empty answer is no consent.
    question.answer('');
  });

  return {
    show: updates.add,
    log: (line) => store.dispatch({ type: 'log', line }),
    compare(comparison) {
      updates.flush(now());
      store.dispatch({ type: 'compare', comparison });
    },
    say: (line) => store.dispatch({ type: 'say', lines: [line] }),
    ask: question.ask,
    async close() {
      drain.removeEventListener('abort', onDrain);
      if (hasFailed) return;
      updates.flush(now());
      store.dispatch({ type: 'close' });
      await ended.then(writeSaid, () => {});
    },
  };
}

/** Collects events between two drawings. */
function createUpdates(
  store: DashboardStore,
  { run, controls }: Pick<LiveViewOptions, 'run' | 'controls'>,
) {
  let pending: TimedEvent[] = [];

  function flush(at: number): void {
    const news = pending;
    pending = [];
    store.dispatch({ type: 'update', now: at, run: run(), news });
  }
  return {
    add(event: TimedEvent): void {
      pending.push(event);
    },
    pending: (): readonly TimedEvent[] => pending,
    flush,
    tick(at: number): void {
      flush(at);
      const state = store.getState();
      if (waitsForPerson(state) && at >= endsItselfAt(state)) controls.finish();
    },
  };
}
