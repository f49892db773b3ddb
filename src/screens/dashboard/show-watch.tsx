import type { OpenWatchView } from '../../core/commands/live-view.ts';
import type { ControlRequest } from '../../core/ports/state/shared-run.ts';
import type { RunControls } from '../../core/work/pausing/run-controller.ts';
import { createStore } from '../../ui/store.ts';
import { runTui } from '../../ui/terminal/run-tui.tsx';
import type { TuiOptions } from '../../ui/terminal/tui-options.ts';
import { Dashboard } from './dashboard.tsx';
import { dashboardTitle } from './lines/dashboard-lines.ts';
import { initialDashboard, reduceDashboard } from './state/dashboard-state.ts';

type End = Awaited<ReturnType<OpenWatchView>>;

/**
 * Shows a run of another process until it is over or the person leaves.
 * @throws what reading the state throws
 */
export async function showWatch(
  options: Parameters<OpenWatchView>[0] &
    Pick<TuiOptions, 'environment' | 'streams' | 'redact'> & { now?: () => number },
): Promise<End> {
  const { color, read, interval, leaveRequest, now = Date.now } = options;
  const takesRequests = leaveRequest !== null;
  const store = createStore(
    reduceDashboard,
    initialDashboard({ color, verbosity: 0, kind: 'watch', takesRequests }, now()),
  );
  let end: End = 'over';
  let failure: { readonly cause: unknown } | null = null;
  let isReading = false;
  let readAt = Number.NEGATIVE_INFINITY;

  function close(how: End): void {
    end = how;
    store.dispatch({ type: 'close' });
  }
  function fail(cause: unknown): void {
    failure = { cause };
    close('over');
  }
  async function readRun(at: number): Promise<void> {
    isReading = true;
    readAt = at;
    try {
      const { run, news, isOver, isLed } = await read();
      store.dispatch({ type: 'update', now: now(), run, news, isLed });
      if (isOver) close('over');
    } catch (cause) {
      fail(cause);
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
          controls: leaveRequest === null ? noControls : controlsBy(leaveRequest, fail),
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

function controlsBy(
  leaveRequest: (request: ControlRequest) => Promise<void>,
  onError: (cause: unknown) => void,
): RunControls {
  const leave = (request: ControlRequest) => void leaveRequest(request).catch(onError);
  return {
    pause: () => leave({ kind: 'hold' }),
    resume: () => leave({ kind: 'resume' }),
    retry: (source) => leave({ kind: 'retry', source }),
    skip: (source) => leave({ kind: 'skip', source }),
    finish: nothing,
  };
}

const noControls: RunControls = {
  pause: nothing,
  resume: nothing,
  retry: nothing,
  skip: nothing,
  finish: nothing,
};

function nothing(): void {}
