import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../../src/core/ports/records/events.ts';
import { startActiveTime } from '../../../../src/core/work/pausing/active-time.ts';
import {
  createCurrentRepository,
  createWaitReporter,
} from '../../../../src/core/work/pausing/waiting.ts';
import { createHandClock, settled } from '../../clocks.ts';

function open() {
  const clock = createHandClock();
  const events: RunEvent[] = [];
  const currentRepository = createCurrentRepository();
  const reportWait = createWaitReporter({
    currentRepository,
    clock,
    emit: (event) => events.push(event),
    variables: { SRC_API_URL: 'http://127.0.0.1:1001/api', DST_GIT_URL: 'http://127.0.0.1:2002' },
  });
  const signal = new AbortController().signal;
  function within<T>(source: string, work: () => Promise<T>) {
    const activeTime = startActiveTime({ clock, milliseconds: 1000, repository: source, signal });
    return { activeTime, done: currentRepository.run({ source, activeTime }, work) };
  }
  return { clock, events, reportWait, within };
}

describe('a wait for a host', () => {
  it('is reported as that of the repository whose work it holds up, deep in asynchronous calls', async () => {
    const { clock, events, reportWait, within } = open();
    async function deep(host: string): Promise<void> {
      await settled();
      await Promise.all([settled(), settled()]);
      reportWait({ until: clock.now() + 10, reason: 'limit', host });
    }
    await Promise.all([within('api', () => deep('a')).done, within('web', () => deep('b')).done]);
    expect(events).toMatchObject([
      { type: 'waiting', repository: 'api', host: 'a', reason: 'limit' },
      { type: 'waiting', repository: 'web', host: 'b', reason: 'limit' },
    ]);
  });

  it('says which service the host is, by the addresses of both', () => {
    const { clock, events, reportWait } = open();
    const hosts = [
      '127.0.0.1:1001',
      '127.0.0.1:2002',
      'api.github.com',
      'api.acme.ghe.com',
      'vault',
    ];
    for (const host of hosts) reportWait({ until: clock.now() + 10, reason: 'limit', host });
    expect(events.map((event) => 'service' in event && event.service)).toEqual([
      'Bitbucket',
      'GitHub',
      'GitHub',
      'GitHub',
      false,
    ]);
  });

  it('is not counted as active time of that repository, and of no other', async () => {
    const { clock, reportWait, within } = open();
    const api = within('api', async () =>
      reportWait({ until: clock.now() + 5000, reason: 'limit', host: 'h' }),
    );
    const web = within('web', settled);
    await clock.pass(5999);
    expect(api.activeTime.signal.aborted).toBe(false);
    expect(web.activeTime.signal.aborted).toBe(true);
    await clock.pass(1);
    expect(api.activeTime.signal.aborted).toBe(true);
  });

  it('for one moment is reported once and taken off once, however many requests it holds up', async () => {
    const { clock, events, reportWait, within } = open();
    const api = within('api', async () => {
      for (const later of [0, 10, 300]) {
        reportWait({ until: clock.now() + 5000 + later, reason: 'limit', host: 'a' });
        reportWait({ until: clock.now() + 3000 + later, reason: 'budget', host: 'b' });
      }
    });
    expect(events).toMatchObject([{ reason: 'limit' }, { reason: 'budget' }]);
    await clock.pass(6299);
    expect(api.activeTime.signal.aborted).toBe(false);
    await clock.pass(1);
    expect(api.activeTime.signal.aborted).toBe(true);
  });

  it('that begins again is reported again', () => {
    const { events, reportWait } = open();
    for (const until of [5000, 60_000]) reportWait({ until, reason: 'limit', host: 'h' });
    expect(events).toHaveLength(2);
  });

  it('that is over already takes nothing off', async () => {
    const { clock, reportWait, within } = open();
    const api = within('api', async () =>
      reportWait({ until: clock.now() - 800, reason: 'limit', host: 'h' }),
    );
    await clock.pass(999);
    expect(api.activeTime.signal.aborted).toBe(false);
    await clock.pass(1);
    expect(api.activeTime.signal.aborted).toBe(true);
  });

  it('outside of any repository belongs to none', () => {
    const { events, reportWait } = open();
    reportWait({ until: 5, reason: 'limit', host: 'h' });
    expect(events).toMatchObject([{ type: 'waiting', repository: null }]);
  });
});
