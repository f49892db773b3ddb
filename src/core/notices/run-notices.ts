import type { EventOf, TimedEvent } from '../ports/records/events.ts';
import type { RunState } from '../report/run/run-state.ts';
import { workDone } from '../report/run/work-done.ts';
import { budgetNotice, endNotice, failureNotice, type Notice, waitingNotice } from './notice.ts';

/** Failures that are reported one by one in a run; the notice of its end counts them all. */
const mostFailures = 20;

/**
 * Turns the events of a run into notices. Processes that join a run send none, because the one that leads it sees every event.
 * @param options.run the state, with the event that is accepted
 * @param options.isAttended a person can retry what has failed
 * @param options.budgetMilliseconds shorter waits for a limit are not worth a notice
 * @param options.isQuiet an end without failures is no news: the run is repeated, or a part of something larger
 */
export function createRunNotices(options: {
  readonly run: () => RunState;
  readonly isAttended: () => boolean;
  readonly budgetMilliseconds: number;
  readonly isQuiet: boolean;
  readonly send: (notice: Notice) => void;
}): (event: TimedEvent) => void {
  const { run: read, send } = options;
  const limitedUntil = new Map<string, number>();
  let failures = 0;

  function onFinished(event: EventOf<'repository-finished'>): void {
    const run = read();
    if (run.migration === null) return;
    if (event.outcome === 'failed' && ++failures <= mostFailures) send(failureNotice(event, run));
    if (options.isAttended() && waitsForRetries(run)) send(waitingNotice(run));
  }
  function onWait(event: EventOf<'waiting'>): void {
    const { host, limit, until, at } = event;
    if (limit === undefined || until - at < options.budgetMilliseconds) return;
    const run = read();
    const key = `${host} ${limit}`;
    if (run.migration === null || (limitedUntil.get(key) ?? 0) > at) return;
    limitedUntil.set(key, until);
    send(budgetNotice(event, run));
  }
  return (event) => {
    if (event.type === 'run-started') failures = 0;
    if (event.type === 'repository-finished') onFinished(event);
    if (event.type === 'waiting') onWait(event);
    if (event.type !== 'run-finished') return;
    const hasFailed = event.counts.failed > 0 || event.status === 'failed';
    if (read().migration !== null && (hasFailed || !options.isQuiet))
      send(endNotice(event, read()));
  };
}

/** Pure. */
function waitsForRetries(run: RunState): boolean {
  const { total, failed, succeeded, skipped } = workDone(run);
  return run.status === 'running' && failed > 0 && failed + succeeded + skipped === total;
}
