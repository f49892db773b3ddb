import { EventEmitter, once } from 'node:events';
import type { Clock } from '../../kernel/clock.ts';
import { interrupted } from '../../kernel/errors.ts';

/** Where a person pauses a run: everything new passes here first. */
export interface PauseGate {
  /**
   * Waits as long as the run is held.
   * @throws `interrupted` when the signal is aborted
   */
  pass(signal?: AbortSignal): Promise<void>;
  isClosed(): boolean;
  /** Milliseconds for which it has been closed so far, all times together. */
  closedFor(): number;
}

export interface GateKeeper extends PauseGate {
  close(): void;
  open(): void;
}

/**
 * @param options.drain a run that is to end is held no longer: what is running has to come to its end
 * @param options.onChange called when it is closed and when it is opened
 */
export function createPauseGate(options: {
  clock: Pick<Clock, 'now'>;
  drain: AbortSignal;
  onChange: (isClosed: boolean) => void;
}): GateKeeper {
  const { clock, drain } = options;
  const opening = new EventEmitter().setMaxListeners(0);
  let closedAt: number | null = null;
  let closedBefore = 0;
  const closedNow = () => (closedAt === null ? 0 : clock.now() - closedAt);

  function open(): void {
    if (closedAt === null) return;
    closedBefore += closedNow();
    closedAt = null;
    opening.emit('open');
    options.onChange(false);
  }
  drain.addEventListener('abort', open, { once: true });

  return {
    open,
    close() {
      if (closedAt !== null || drain.aborted) return;
      closedAt = clock.now();
      options.onChange(true);
    },
    isClosed: () => closedAt !== null,
    closedFor: () => closedBefore + closedNow(),
    async pass(signal) {
      // It may be closed again at once. An aborted wait rejects, and is reported below.
      while (closedAt !== null && signal?.aborted !== true) {
        await once(opening, 'open', { signal }).catch(() => {});
      }
      if (signal?.aborted) throw interrupted({ cause: signal.reason });
    },
  };
}
