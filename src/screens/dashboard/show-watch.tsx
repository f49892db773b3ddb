import type { OpenWatchView } from '../../core/commands/live-view.ts';
import { createStore } from '../../ui/store.ts';
import { runTui } from '../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { Dashboard } from './dashboard.tsx';
import { dashboardTitle } from './dashboard-lines.ts';
import { initialDashboard, reduceDashboard } from './dashboard-state.ts';

type End = Awaited<ReturnType<OpenWatchView>>;

/**
 * Shows a run of another process until it is over or the person leaves.
 * @throws what reading the state throws
 */
export async function showWatch(
  options: Parameters<OpenWatchView>[0] &
    Pick<TuiOptions, 'environment' | 'streams' | 'redact'> & { now?: () => number },
): Promise<End> {
  const { color, read, interval, now = Date.now } = options;
  const settings = { color, verbosity: 0, kind: 'watch' } as const;
  const store = createStore(reduceDashboard, initialDashboard(settings, now()));
  let end: End = 'over';
  let failure: { readonly cause: unknown } | null = null;
  let isReading = false;
  let readAt = Number.NEGATIVE_INFINITY;

  function close(how: End): void {
    end = how;
    store.dispatch({ type: 'close' });
  }
  async function readRun(at: number): Promise<void> {
    isReading = true;
    readAt = at;
    try {
      const { run, news, isOver } = await read();
      store.dispatch({ type: 'update', now: now(), run, news });
      if (isOver) close('over');
    } catch (cause) {
      failure = { cause };
      close('over');
    } finally {
      isReading = false;
    }
  }
  function tick(at: number): void {
    store.dispatch({ type: 'tick', now: at });
    if (!isReading && at - readAt >= interval) void readRun(at);
  }
  void readRun(now());

  await runTui<void>({
    ...options,
    now,
    title: () => dashboardTitle(store.getState()),
    screen: (ended) => (
      <Dashboard
        store={store}
        effects={{
          controls: noControls,
          interrupt: () => close('interrupted'),
          leave: () => close('left'),
          view: (action) => store.dispatch({ type: 'view', action }),
        }}
        onTick={tick}
        onClosed={ended}
        onAnswer={nothing}
      />
    ),
  });
  if (failure !== null) throw (failure as { cause: unknown }).cause;
  return end;
}

const noControls = {
  pause: nothing,
  resume: nothing,
  retry: nothing,
  skip: nothing,
  finish: nothing,
};

function nothing(): void {}
