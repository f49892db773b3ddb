import type { TimedEvent } from '../ports/events.ts';

/** Beyond it there are no dates: a host may name any number of seconds. */
const endOfTime = 8.64e15;

/** An event as programs read it: its moments are written as they are everywhere else. Pure. */
export function withIsoTimes({ at, ...event }: TimedEvent): object {
  const until =
    'until' in event ? { until: new Date(Math.min(event.until, endOfTime)).toISOString() } : {};
  return { ...event, ...until, at: new Date(at).toISOString() };
}
