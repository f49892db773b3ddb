import type { Clock } from '../../../kernel/clock.ts';
import { whole } from '../../read-column.ts';
import type { Query } from './database-connection.ts';

const samples = 3;

/**
 * How far the server's clock is ahead of ours, in milliseconds; 0 where the difference is below what can be measured. The
 * quickest of a few answers is the most exact.
 */
export async function measureOffset(query: Query, clock: Pick<Clock, 'now'>): Promise<number> {
  let best = { offset: 0, roundTrip: Number.POSITIVE_INFINITY };
  for (let sample = 0; sample < samples; sample += 1) {
    const begun = performance.now();
    const [row = {}] = await query(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
    );
    const roundTrip = performance.now() - begun;
    const offset = whole(row, 'now') - (clock.now() - roundTrip / 2);
    if (roundTrip < best.roundTrip) best = { offset, roundTrip };
  }
  return Math.abs(best.offset) <= best.roundTrip + 1 ? 0 : Math.round(best.offset);
}

/** A clock that agrees with the server's, so that what several machines note down can be compared. */
export function correctedClock(clock: Clock, offset: number): Clock {
  return {
    now: () => clock.now() + offset,
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
  };
}
