import { describe, expect, it } from 'vitest';
import type { TimedEvent } from '../../../../src/core/ports/records/events.ts';
import { EventSink } from '../../../../src/core/report/event-sink.ts';
import { recordEvents } from '../../../../src/core/run/control/record-events.ts';
import { at, failed, resumed } from '../../report/events.ts';

async function recorded(...events: readonly TimedEvent[]): Promise<readonly TimedEvent[]> {
  const written: TimedEvent[] = [];
  const sink = new EventSink({
    redactor: { data: (value: unknown) => value } as never,
    clock: { now: () => 0 } as never,
    show: () => {},
  });
  const appendEvent = async (event: TimedEvent) => void written.push(event);
  const recorder = recordEvents({
    writer: () => ({ appendEvent }),
    events: sink,
  });
  for (const event of events) sink.emit(event);
  await recorder.stop();
  return written;
}

describe('recordEvents', () => {
  it('records what a watcher cannot read from the repositories, retries among it', async () => {
    const events = await recorded(
      resumed('web'),
      at({ type: 'step-started', repository: 'web', step: 'fetch' }),
      failed('web'),
      at({ type: 'repository-queued', repository: 'web' }),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'run-started',
      'repository-finished',
      'repository-queued',
    ]);
  });

  it('leaves out repositories of earlier runs, which the state has', async () => {
    const [event] = await recorded(resumed('web'));
    expect(event).toMatchObject({ type: 'run-started', resumed: true });
    expect(event).not.toHaveProperty('earlier');
  });
});
