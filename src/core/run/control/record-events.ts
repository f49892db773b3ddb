import type { TimedEvent } from '../../ports/records/events.ts';
import type { RepositoryWriter } from '../../ports/state/repository-writer.ts';
import type { EventSink } from '../../report/event-sink.ts';
import { isWorthReading } from '../../report/lines/sync-lines.ts';

/**
 * Events that are worth finding again weeks later, in the order of events at the same time; progress and log lines are
 * not.
 */
export const recordedEvents = [
  'run-started',
  'run-held',
  'repository-warning',
  'repository-finished',
  'repository-queued',
  'run-finished',
] as const satisfies readonly TimedEvent['type'][];
const recorded: ReadonlySet<TimedEvent['type']> = new Set(recordedEvents);

export interface EventRecorder {
  /** Tells whether this process has recorded it; asked once for each. */
  isOwn(event: TimedEvent): boolean;
  /** Resolves when all events so far are written. */
  settled(): Promise<void>;
  /** Resolves when all is written. */
  stop(): Promise<void>;
}

/**
 * Keeps the events of a run in its state from now until it is stopped.
 * @param options.writer asked at each event; `null`: the event is not kept
 */
export function recordEvents(options: {
  writer: () => Pick<RepositoryWriter, 'appendEvent'> | null;
  events: EventSink;
}): EventRecorder {
  let written: Promise<void> = Promise.resolve();
  const own = new Set<string>();
  options.events.recordWith((event) => {
    const writer = options.writer();
    if (writer === null || !recorded.has(event.type) || isUnchanged(event)) return;
    own.add(nameOf(event));
    // A state that cannot be written ends the run by the write of a step: one failure is reported once.
    written = written.then(() => writer.appendEvent(recordOf(event))).catch(() => {});
  });
  return {
    isOwn: (event) => own.delete(nameOf(event)),
    settled: () => written,
    async stop() {
      options.events.recordWith(null);
      await written;
    },
  };
}

function nameOf(event: TimedEvent): string {
  return `${event.type} ${event.at} ${'repository' in event ? event.repository : ''}`;
}

/** A sync that comes every few minutes would fill the state with what it has not done. */
function isUnchanged(event: TimedEvent): boolean {
  if (event.type !== 'repository-finished' || event.sync === undefined) return false;
  return !isWorthReading(event.sync);
}

/** Without what the state knows anyway. */
function recordOf(event: TimedEvent): TimedEvent {
  if (event.type !== 'run-started') return event;
  const { earlier: _known, ...record } = event;
  return event.kind === 'sync' ? { ...record, repositories: [] } : record;
}
