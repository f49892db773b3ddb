import { MigratorError } from '../kernel/errors.ts';
import { OutdatedRequest } from '../ports/records/target-address.ts';
import type { Waiting } from './wait-until-visible.ts';

/** Milliseconds that a look may be old when the change that it allows is sent. */
const readLasts = 10_000;

/** A host that answers reads and loses changes is not asked for ever. */
const mostAttempts = 6;

/** Milliseconds, doubled with each attempt. */
const pause = 250;

interface Change<Found, Result> {
  readonly context: Pick<Waiting, 'clock' | 'waitingClock' | 'signal'>;
  /** Absent: it is looked at first. */
  readonly found?: { readonly value: Found; readonly at: number };
  /** Reads again what is going to be changed. */
  readonly read: () => Promise<Found>;
  /**
   * Decides by what was found, and sends the change.
   * @param isCurrent for the request
   */
  readonly send: (found: Found, isCurrent: () => boolean) => Promise<Result>;
}

/**
 * Changes what people may change as well: what is there is looked at before each attempt. A request whose answer was lost, or that
 * waited for a limit, is never sent again by an old look, because somebody may have written there meanwhile.
 * @throws `unavailable` where the host does not take it after several attempts
 */
export async function change<Found, Result>({
  context: { clock, waitingClock, signal },
  found,
  read,
  send,
}: Change<Found, Result>): Promise<Result> {
  let seen = found;
  for (let attempt = 1; ; attempt += 1) {
    // A look may take a while: it lasts from its end on.
    const { value, at } = seen ?? { value: await read(), at: clock.now() };
    seen = undefined;
    let isSent = false;
    const isCurrent = () => {
      const may = !isSent && clock.now() - at < readLasts;
      isSent = true;
      return may;
    };
    try {
      return await send(value, isCurrent);
    } catch (error) {
      if (!(error instanceof OutdatedRequest)) throw error;
      if (attempt === mostAttempts) throw notTaken(error);
      if (attempt > 1) await waitingClock.sleep(pause * 2 ** attempt, signal);
    }
  }
}

function notTaken(cause: OutdatedRequest): MigratorError {
  return new MigratorError('unavailable', 'GitHub did not confirm a change', {
    hint: 'Run the command again once the host is back: it continues where it stopped.',
    retry: 'yes',
    cause,
  });
}
