import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import type { Verbosity } from '../../../../src/core/report/lines.ts';

/** An event, and the line that reports it. */
export interface LineCase {
  readonly event: TimedEvent;
  /** The line, and the verbosity from which it is shown; `null`: never. */
  readonly line: string | null;
  readonly from?: Verbosity;
}
