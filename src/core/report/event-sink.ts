import type { Clock } from '../kernel/clock.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { RunEvent, TimedEvent } from '../ports/events.ts';

export type EventListener = (event: TimedEvent) => void;

/** Takes all events: each is dated and redacted, then recorded, then shown. */
export class EventSink {
  readonly #redactor: Redactor;
  readonly #clock: Clock;
  readonly #show: EventListener;
  #record: EventListener | null = null;

  constructor(options: { redactor: Redactor; clock: Clock; show: EventListener }) {
    this.#redactor = options.redactor;
    this.#clock = options.clock;
    this.#show = options.show;
  }

  readonly emit = (event: RunEvent): void => {
    const timed: TimedEvent = { ...this.#redactor.data(event), at: this.#clock.now() };
    this.#record?.(timed);
    this.#show(timed);
  };

  /** From now on events are recorded by this listener; `null` ends it. */
  recordWith(listener: EventListener | null): void {
    this.#record = listener;
  }
}
