import type { TimedEvent } from '../../ports/events.ts';
import type { MigrationWriter } from '../../ports/store.ts';
import type { EventSink } from '../../report/event-sink.ts';
import { hasSynced } from '../../report/lines/sync-lines.ts';

/** What is worth finding again weeks later, in the order of events at the same time; progress and log lines are not. */
export const recordedEvents = [
  'run-started',
  'run-held',
  'repository-warning',
  'repository-finished',
  'repository-queued',
  'run-finished',
] as const satisfies readonly TimedEvent['type'][];
const recorded: ReadonlySet<TimedEvent['type']> = new Set(recordedEvents);

/** Keeps the events of a run in its state from now until it is stopped. */
export function recordEvents(options: { writer: MigrationWriter; events: EventSink }): {
  /** Resolves when all is written. */
  stop(): Promise<void>;
} {
  let written: Promise<void> = Promise.resolve();
  options.events.recordWith((event) => {
    if (!recorded.has(event.type) || isUnchanged(event)) return;
    // A state that cannot be written ends the run by the write of a step: one failure is told once.
    written = written.then(() => options.writer.appendEvent(recordOf(event))).catch(() => {});
  });
  return {
    async stop() {
      options.events.recordWith(null);
      await written;
    },
  };
}

/** A sync that comes every few minutes would fill the state with what it has not done. */
function isUnchanged(event: TimedEvent): boolean {
  if (event.type !== 'repository-finished' || event.sync === undefined) return false;
  return !hasSynced(event.sync) && event.sync.left.length === 0;
}

/** Without what the state knows anyway. */
function recordOf(event: TimedEvent): TimedEvent {
  if (event.type !== 'run-started') return event;
  const { earlier: _known, ...record } = event;
  return event.kind === 'sync' ? { ...record, repositories: [] } : record;
}
