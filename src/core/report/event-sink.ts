import type { Clock } from '../kernel/clock.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { RunEvent, TimedEvent } from '../ports/records/events.ts';

export type EventListener = (event: TimedEvent) => void;

/** Takes all events: each is dated and redacted, then recorded, then shown. */
export class EventSink {
  readonly #options: { redactor: Redactor; clock: Clock; show: EventListener };
  #record: EventListener | null = null;

  constructor(options: { redactor: Redactor; clock: Clock; show: EventListener }) {
    this.#options = options;
  }

  readonly emit = (event: RunEvent): void => {
    const { redactor, clock, show } = this.#options;
    const timed: TimedEvent = { ...redactor.data(event), at: clock.now() };
    this.#record?.(timed);
    show(timed);
  };

  /** Shows what another process has recorded. */
  show(event: TimedEvent): void {
    this.#options.show(this.#options.redactor.data(event));
  }

  /** From now on events are recorded by this listener; `null` ends it. */
  recordWith(listener: EventListener | null): void {
    this.#record = listener;
  }
}
