import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/core/kernel/redact.ts';
import type { TimedEvent } from '../../../src/core/ports/records/events.ts';
import { EventSink } from '../../../src/core/report/event-sink.ts';
import { createHandClock } from '../clocks.ts';

function open() {
  const calls: [string, TimedEvent][] = [];
  const redactor = new Redactor();
  const clock = createHandClock(5000);
  const events = new EventSink({
    redactor,
    clock,
    show: (event) => calls.push(['shown', event]),
  });
  return {
    calls,
    redactor,
    clock,
    events,
    record: (event: TimedEvent) => calls.push(['recorded', event]),
  };
}

describe('EventSink', () => {
  it('dates each event, then records it, then shows it', async () => {
    const { calls, clock, events, record } = open();
    events.recordWith(record);
    events.emit({ type: 'discovery-progress', found: 1, total: null });
    await clock.pass(10);
    events.emit({ type: 'discovery-progress', found: 2, total: null });
    expect(calls).toMatchObject([
      ['recorded', { found: 1, at: 5000 }],
      ['shown', { found: 1, at: 5000 }],
      ['recorded', { found: 2, at: 5010 }],
      ['shown', { found: 2, at: 5010 }],
    ]);
  });

  it('takes secrets out before anybody hears of them, however deep they stand', () => {
    const { calls, redactor, events, record } = open();
    redactor.add('hunter2-hunter2');
    events.recordWith(record);
    const fields = { command: ['git', { url: 'https://x:hunter2-hunter2@host' }] };
    events.emit({ type: 'log', level: 'error', message: 'said hunter2-hunter2', fields });
    events.emit({
      type: 'preflight-finished',
      problems: [
        {
          code: 'tls',
          message: 'hunter2-hunter2',
          hint: null,
          retry: 'no',
          detail: 'hunter2-hunter2',
        },
      ],
    });
    expect(calls).toHaveLength(4);
    expect(JSON.stringify(calls)).not.toContain('hunter2');
    expect(calls[0]?.[1]).toMatchObject({ message: 'said [redacted]' });
  });

  it('records from the moment it is asked to until it is asked to end, and shows all the same', () => {
    const { calls, events, record } = open();
    const emit = (found: number) => events.emit({ type: 'discovery-progress', found, total: null });
    emit(1);
    events.recordWith(record);
    emit(2);
    events.recordWith(null);
    emit(3);
    expect(calls.map(([what, event]) => [what, (event as { found?: number }).found])).toEqual([
      ['shown', 1],
      ['recorded', 2],
      ['shown', 2],
      ['shown', 3],
    ]);
  });
});
