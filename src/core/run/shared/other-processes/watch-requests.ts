import { repeat } from '../../../kernel/async/repeat.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ControlRequest, SharedRuns } from '../../../ports/state/shared-run.ts';
import type { RunControls } from '../../../work/pausing/run-controller.ts';

interface WatchRequests {
  readonly runs: Pick<SharedRuns, 'takeRequests'>;
  readonly migration: string;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly controls: Pick<RunControls, 'pause' | 'resume' | 'skip' | 'retry'>;
  readonly onError: (thrown: unknown) => void;
}

/** Milliseconds between two looks. */
const interval = 1000;

/**
 * Does here what people want at other processes. What was left for an earlier run is forgotten.
 * @returns ends it
 */
export async function watchRequests(options: WatchRequests): Promise<() => Promise<void>> {
  const { runs, migration, clock, controls } = options;
  const ended = new AbortController();
  await runs.takeRequests(migration);
  const each = { clock, milliseconds: interval, signal: ended.signal };
  const following = repeat(each, async () => {
    for (const request of await runs.takeRequests(migration)) fulfil(request, controls);
  }).catch((thrown: unknown) => {
    if (!ended.signal.aborted) options.onError(thrown);
  });
  return async () => {
    ended.abort();
    await following;
  };
}

function fulfil(request: ControlRequest, controls: WatchRequests['controls']): void {
  if ('source' in request) controls[request.kind](request.source);
  else if (request.kind === 'hold') controls.pause();
  else controls.resume();
}
