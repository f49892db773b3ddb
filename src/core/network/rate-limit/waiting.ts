import type { Clock } from '../../kernel/clock.ts';
import { interrupted } from '../../kernel/errors.ts';

export interface WaitEvent {
  readonly host: string;
  /** A sentence without a full stop. */
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Subject of the host's limit: `content-creating requests`. */
  readonly limit?: string;
}

export type OnWait = (event: WaitEvent) => void;

/**
 * Announces a wait and waits.
 * @throws `interrupted` when the signal is aborted
 */
export async function waitUntil(
  event: WaitEvent,
  options: { clock: Clock; onWait: OnWait; signal?: AbortSignal | undefined },
): Promise<void> {
  const { clock, onWait, signal } = options;
  if (!signal?.aborted && event.until > clock.now()) onWait(event);
  await pauseUntil(event.until, { clock, signal });
}

/**
 * Waits without announcing it.
 * @throws `interrupted` when the signal is aborted
 */
export async function pauseUntil(
  until: number,
  { clock, signal }: { clock: Clock; signal?: AbortSignal | undefined },
): Promise<void> {
  const milliseconds = until - clock.now();
  if (signal?.aborted) throw interrupted({ cause: signal.reason });
  if (milliseconds <= 0) return;
  try {
    await clock.sleep(milliseconds, signal);
  } catch (cause) {
    throw interrupted({ cause });
  }
}
