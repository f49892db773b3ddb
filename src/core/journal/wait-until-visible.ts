import type { Clock } from '../kernel/clock.ts';
import type { EventOf } from '../ports/records/events.ts';

/** A wait for a host. `until` is in milliseconds since 1970. */
export type Wait = Pick<EventOf<'waiting'>, 'until' | 'reason' | 'host' | 'limit'>;

export type ReportWait = (wait: Wait) => void;

/** Clocks, settle time and signal that a wait for a host needs. */
export interface Waiting {
  readonly clock: Clock;
  /** Its sleeps end, as `interrupted`, with a run that is to end. */
  readonly waitingClock: Clock;
  /** Milliseconds after a lost answer before the target is asked what it created. */
  readonly settleMilliseconds: number;
  readonly reportWait: ReportWait;
  readonly signal: AbortSignal;
}

/**
 * Waits until whatever a request created can be seen everywhere.
 * @param lostAt milliseconds since 1970: when it was clear that there is no answer. Not when the request was intended:
 * it may have waited long for the target's limits, and may have been carried out at any moment until then.
 */
export async function waitUntilVisible(
  context: Waiting & { readonly target: { readonly hostname: string } },
  lostAt: number,
): Promise<void> {
  const { clock, waitingClock, settleMilliseconds, signal, target } = context;
  const until = lostAt + settleMilliseconds;
  if (clock.now() >= until) return;
  context.reportWait({
    until,
    reason: 'a response was lost: waiting before checking what the request created',
    host: target.hostname,
  });
  await waitingClock.sleep(until - clock.now(), signal);
}

/** Pauses between looks that come to so many milliseconds in all: the last of the usual ones is repeated. Pure. */
export function pausesFor(milliseconds: number, usual: readonly number[]): readonly number[] {
  const longest = usual.at(-1) ?? 1000;
  const more = milliseconds - usual.reduce((sum, one) => sum + one, 0);
  return [...usual, ...Array<number>(Math.max(0, Math.ceil(more / longest))).fill(longest)];
}
