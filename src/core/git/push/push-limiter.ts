import type { Clock } from '../../kernel/clock.ts';

/** Reports a wait: its end in milliseconds since 1970, and the reason. */
export type OnWait = (wait: { readonly until: number; readonly reason: string }) => void;

const minute = 60_000;

/** Limits the pushes that start within any minute. */
export class PushLimiter {
  readonly #starts: number[] = [];
  readonly #clock: Clock;
  readonly #perMinute: number | null;
  readonly #onWait: OnWait | undefined;

  constructor(clock: Clock, perMinute: number | null, onWait: OnWait | undefined) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#onWait = onWait;
  }

  /** Resolves when the next push may begin; rejects when the signal is aborted. */
  async next(signal: AbortSignal | undefined): Promise<void> {
    const most = this.#perMinute;
    if (most === null) return;
    const earliest = (this.#starts.at(-most) ?? Number.NEGATIVE_INFINITY) + minute;
    const now = this.#clock.now();
    if (earliest > now) {
      const reason = `GitHub allows ${most} pushes a minute per repository`;
      this.#onWait?.({ until: earliest, reason });
      await this.#clock.sleep(earliest - now, signal);
    }
    this.#starts.push(this.#clock.now());
    if (this.#starts.length > most) this.#starts.shift();
  }
}
