import type { Clock } from '../clock.ts';

interface Repeat {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Before each time. */
  readonly milliseconds: number;
  /** Aborted: it ends, without an error. */
  readonly signal: AbortSignal;
}

/** Does the work again and again until the signal ends it. @throws what the work throws */
export async function repeat(
  { clock, milliseconds, signal }: Repeat,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(milliseconds, signal).catch(() => {});
    if (!signal.aborted) await work();
  }
}
