import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatText, type Notice } from '../../../src/core/notices/notice.ts';
import { noticeSettings } from '../../../src/core/notices/notice-settings.ts';
import { createRunNotices } from '../../../src/core/notices/run-notices.ts';
import type { RunEvent, TimedEvent } from '../../../src/core/ports/records/events.ts';
import { createRunModel } from '../../../src/core/report/run/run-model.ts';

function started(many: number): RunEvent {
  const repositories = Array.from({ length: many }, (_, index) => {
    return { source: `repo-${index}`, target: `repo-${index}` };
  });
  return {
    ...{ type: 'run-started', migration: 'mig_1', repositories, workers: 4, resumed: false },
    source: { kind: 'bitbucket-cloud', workspace: 'acme-workspace' },
    target: { organization: 'acme' },
  };
}

function finished(index: number, outcome: 'succeeded' | 'failed' = 'failed'): RunEvent {
  const repository = `repo-${index}`;
  const nothing = { refs: null, lfsObjects: null, pullRequests: null, webUrl: null, reason: null };
  const failure =
    outcome === 'failed'
      ? { code: 'refused' as const, message: 'Push rejected', hint: null, detail: null }
      : null;
  return {
    ...{ type: 'repository-finished', repository, target: repository, outcome, ...nothing },
    ...{ failure: failure as never, milliseconds: 1 },
  };
}

const ended = (failed: number): RunEvent => ({
  ...{ type: 'run-finished', migration: 'mig_1', milliseconds: 200_000 },
  status: failed > 0 ? 'completed_with_failures' : 'completed',
  counts: { succeeded: 3, skipped: 1, failed },
});

const limited = (until: number, host = 'api.github.com'): RunEvent => ({
  ...{ type: 'waiting', repository: null, host, reason: 'rate limit', until },
  limit: 'requests an hour',
});

/** @param events each with its time in seconds, or at 0 */
function noticesOf(
  events: readonly (RunEvent | readonly [number, RunEvent])[],
  { isQuiet = false, isAttended = false } = {},
): readonly Notice[] {
  const model = createRunModel();
  const sent: Notice[] = [];
  const accept = createRunNotices({
    ...{ run: model.state, isAttended: () => isAttended, isQuiet },
    budgetMilliseconds: 900_000,
    send: (notice) => sent.push(notice),
  });
  for (const one of events) {
    const [seconds, event] = 'type' in one ? [0, one] : one;
    const timed = { ...event, at: 1000 * seconds } as TimedEvent;
    model.accept(timed);
    accept(timed);
  }
  return sent;
}

const kinds = (notices: readonly Notice[]) => notices.map(({ event }) => event);

describe('notices of a run', () => {
  it('say what it came to, in one line', () => {
    const [notice] = noticesOf([started(5), ended(1)]);
    expect(notice).toMatchObject({ event: 'run-ended', migration: 'mig_1' });
    expect(notice?.text).toBe(
      'mig_1 (acme-workspace to acme): migration ended after 3m 20s. 3 of 5 repositories done, 1 skipped, 1 failed.',
    );
  });

  it('name the first 20 repositories that fail, with the reason', () => {
    const failures = Array.from({ length: 30 }, (_, index) => finished(index));
    const notices = noticesOf([started(30), ...failures, ended(30)]);
    expect(kinds(notices)).toEqual([...Array(20).fill('repository-failed'), 'run-ended']);
    expect(notices[0]?.text).toBe('mig_1 (acme-workspace to acme): repo-0 failed. Push rejected.');
  });

  it('leave out an end without failures where it is one of many', () => {
    expect(noticesOf([started(1), ended(0)], { isQuiet: true })).toEqual([]);
    expect(kinds(noticesOf([started(1), ended(1)], { isQuiet: true }))).toEqual(['run-ended']);
  });

  it('say that it waits for a person once all have ended and one has failed', () => {
    const events = [started(2), finished(0), finished(1, 'succeeded')];
    expect(kinds(noticesOf(events, { isAttended: true }))).toEqual([
      'repository-failed',
      'waiting-for-person',
    ]);
    expect(kinds(noticesOf(events))).toEqual(['repository-failed']);
  });

  it('say once that a limit is gone, and again after it came back', () => {
    const notices = noticesOf([
      started(1),
      [0, limited(899_000)],
      [0, limited(3_600_000)],
      [5, limited(3_600_000)],
      [6, limited(3_600_000, 'api.bitbucket.org')],
      [3601, limited(7_200_000)],
    ]);
    expect(notices.map(({ details }) => details?.host)).toEqual([
      'api.github.com',
      'api.bitbucket.org',
      'api.github.com',
    ]);
    expect(notices[0]?.text).toContain('rate-limited by api.github.com for 1h 00m');
  });

  it('are none of a process that joins a run of another one', () => {
    expect(noticesOf([finished(0), [0, limited(3_600_000)]])).toEqual([]);
  });

  it('are one line that neither mentions people nor hides a link, whatever hosts send', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (text) => {
        expect(chatText(text)).not.toMatch(/[<>\n\r]|\]\(|&(?!amp;|lt;|gt;)/);
      }),
    );
  });
});

describe('the settings of notices', () => {
  const read = (MIGRATOR_NOTIFY_WEBHOOK: string) => noticeSettings({ MIGRATOR_NOTIFY_WEBHOOK }, {});

  it('are off without an address', () => {
    expect(noticeSettings({}, {})).toBeNull();
  });

  it.each([
    ['http://hooks.example.com/x', 'over plain http'],
    ['https://me:word@hooks.example.com/x', 'contains a username or password'],
    ['hooks.example.com', 'is not a URL'],
  ])('refuse %s', (address, words) => {
    expect(() => read(address)).toThrow(words);
  });

  it('take an address with a path and a query', () => {
    expect(read('https://hooks.example.com/a/b?key=1')?.url.href).toBe(
      'https://hooks.example.com/a/b?key=1',
    );
  });
});
