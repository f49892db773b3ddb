import { describe, expect, it } from 'vitest';
import type { PhaseProgress } from '../../../src/core/report/phase-progress.ts';
import {
  reduceEvent,
  statusesOf,
  statusOf,
  throughOf,
} from '../../../src/core/report/phase-rows.ts';
import { holdsWork, lockedText, lockedTime } from '../../../src/screens/phases/phases-lock.ts';
import {
  hasWaited,
  holdsResult,
  reducePhases,
  whyNotAbort,
} from '../../../src/screens/phases/phases-state.ts';
import { at, finished } from '../../core/report/events.ts';
import { cutoverAt, entered, expected, passed, run } from './a-cutover.ts';

const statuses = (state: ReturnType<typeof cutoverAt>) => state.rows.map(statusOf);
const bad = { verdict: 'bad', title: 'no', lines: [], groups: [], canRepeat: true } as const;
const good = { ...bad, verdict: 'good', canRepeat: false } as const;

describe('the phases of a command', () => {
  it('wait, are current and are done, with how many repositories are through', () => {
    const begun = [
      [1, { type: 'begun', phase: 'check' }],
      [2, { type: 'ended', phase: 'check' }],
      [2, expected('lock', ['one', 'two'])],
      [3, entered('lock', 'one')],
      [3, entered('lock', 'two')],
      [5, passed('lock', 'one')],
    ] as const;
    const state = cutoverAt(...begun);
    expect(statuses(state)).toEqual(['done', 'current', 'later']);
    const [, lock] = state.rows;
    expect(lock && throughOf(lock)).toBe(1);
    expect([...(lock?.inside.keys() ?? [])]).toEqual(['two']);
    const after = cutoverAt(...begun, [9, passed('lock', 'two')]);
    expect(statuses(after)).toEqual(['done', 'done', 'later']);
    expect(after.rows[1]).toMatchObject({ begunAt: 3, endedAt: 9 });
  });

  it('are done where an earlier run has taken all repositories through them', () => {
    const state = cutoverAt([1, expected('lock', [])], [1, expected('open', ['two'])]);
    expect(statuses(state)).toEqual(['later', 'done', 'later']);
    expect(state.rows[2]).toMatchObject({ earlier: 1, total: 2 });
  });

  it('take a repository back that enters once more, and lose one that leaves', () => {
    const again = cutoverAt(
      [1, expected('lock', ['one', 'two'])],
      [1, entered('lock', 'one')],
      [2, passed('lock', 'one')],
      [3, entered('lock', 'one')],
    );
    expect(again.rows[1]?.passed.size).toBe(0);
    const left = cutoverAt([1, entered('lock', 'one')], [2, { type: 'left', source: 'one' }]);
    expect(left.rows[1]?.inside.size).toBe(0);
  });

  it('fail where the command fails, or where a repository is bad', () => {
    const stopped = cutoverAt(
      [1, entered('lock', 'one')],
      [4, { type: 'end', result: bad, now: 4 }],
    );
    expect(statuses(stopped)).toEqual(['later', 'failed', 'later']);
    const differs = cutoverAt(
      [1, { type: 'begun', phase: 'check' }],
      [2, passed('check', 'one', true)],
      [2, { type: 'ended', phase: 'check' }],
      [3, { type: 'begun', phase: 'lock' }],
      [4, { type: 'end', result: bad, now: 4 }],
    );
    expect(statuses(differs)).toEqual(['failed', 'done', 'later']);
  });

  it('stay current until they end, where they were begun as a whole', () => {
    const through = [
      [1, { type: 'begun', phase: 'lock' }],
      [1, expected('lock', ['one'], 1)],
      [2, passed('lock', 'one')],
    ] as const;
    expect(statuses(cutoverAt(...through))).toEqual(['later', 'current', 'later']);
    const ended = [...through, [3, { type: 'ended', phase: 'lock' }]] as const;
    expect(statuses(cutoverAt(...ended))).toEqual(['later', 'done', 'later']);
    // One that is imported again is locked once more, within the sync.
    expect(statuses(cutoverAt(...ended, [4, entered('lock', 'one')]))[1]).toBe('done');
  });

  it('always have a current one while the command works', () => {
    const between = cutoverAt(
      [1, { type: 'begun', phase: 'check' }],
      [2, { type: 'ended', phase: 'check' }],
    );
    const working = { isOver: false, isAsked: false };
    expect(statusesOf(between.rows, working)).toEqual(['done', 'current', 'later']);
    expect(statusesOf(between.rows, { ...working, isOver: true })).toEqual([
      'done',
      'later',
      'later',
    ]);
    const locking = cutoverAt([1, entered('lock', 'one')]);
    expect(statusesOf(locking.rows, working)).toEqual(['later', 'current', 'later']);
  });

  it('are not listed where there is nothing to do', () => {
    const { rows } = cutoverAt([1, { type: 'omitted', phase: 'lock' } as PhaseProgress]);
    expect(rows.map(({ id }) => id)).toEqual(['check', 'open']);
  });

  it('count a repository whose sync has ended', () => {
    const { rows } = cutoverAt([1, { type: 'begun', phase: 'lock' }]);
    const refs = { created: 0, moved: 2, deleted: 0 };
    const sync = { refs, lfsObjects: 0, pullRequests: null, data: [], left: [] };
    const ended = reduceEvent(rows, finished('one', { sync }));
    expect(ended[1]?.passed.get('one')?.summary).toBe('2 refs moved');
    const failed = reduceEvent(rows, finished('one', { sync, outcome: 'failed' }));
    expect(failed[1]?.passed.size).toBe(0);
  });

  it('follow the events of a sync, with the step that each repository is at', () => {
    const { rows } = cutoverAt([1, { type: 'begun', phase: 'lock' }]);
    const started = reduceEvent(
      rows,
      at({ type: 'repository-started', repository: 'one', target: 'one' }),
    );
    const inStep = reduceEvent(
      started,
      at({ type: 'step-started', repository: 'one', step: 'fetch' }),
    );
    expect(inStep[1]?.inside.get('one')?.step).toBe('fetch');
  });
});

describe('the time since the lock', () => {
  it('counts from the first repository that is locked until GitHub is open', () => {
    const locked = [
      [1000, entered('lock', 'one')],
      [3000, entered('lock', 'two')],
    ] as const;
    expect(lockedTime(cutoverAt([900, { type: 'begun', phase: 'check' }]))).toBeNull();
    const now = cutoverAt(...locked, [61_000, { type: 'tick', now: 61_000 }]);
    expect(lockedTime(now)).toBe(60_000);
    const open = cutoverAt(
      ...locked,
      [61_000, { type: 'begun', phase: 'open' }],
      [62_000, { type: 'ended', phase: 'open' }],
      [99_000, { type: 'tick', now: 99_000 }],
    );
    expect(lockedTime(open)).toBe(61_000);
  });

  it('counts from the lock of an earlier run where it is resumed, also if it runs again', () => {
    const resumed = cutoverAt(
      [0, { type: 'locked', since: -3_600_000 }],
      [1000, entered('lock', 'two')],
      [1000, { type: 'begin', run, now: 1000 }],
      [5000, { type: 'tick', now: 5000 }],
    );
    expect(lockedTime(resumed)).toBe(3_605_000);
  });

  it('ends where the sources are unlocked', () => {
    const unlocked = cutoverAt([1, entered('lock', 'one')], [2, { type: 'locked', since: null }]);
    expect(lockedTime(unlocked)).toBeNull();
  });
});

describe('the repositories that are locked', () => {
  const some = ['one', 'two', 'three'];
  const first = [
    [1, expected('lock', some, 4)],
    [2, entered('lock', 'one')],
  ] as const;

  it('are counted as in their row, and those that are being locked beside them', () => {
    expect(lockedText(cutoverAt([1, expected('lock', some, 4)]))).toBeNull();
    expect(
      lockedText(cutoverAt([1, expected('lock', ['one'], 1)], [2, entered('lock', 'one')])),
    ).toBe('1 repository is being locked on Bitbucket.');
    // One of an earlier run, one that is through, one on its way.
    const second = [...first, [3, passed('lock', 'one')], [3, entered('lock', 'two')]] as const;
    expect(lockedText(cutoverAt(...second))).toBe(
      '2 of 4 repositories are locked on Bitbucket; 1 more is being locked.',
    );
    expect(lockedText(cutoverAt(...second, [4, passed('lock', 'two')]))).toBe(
      '3 of 4 repositories stay locked on Bitbucket.',
    );
  });

  it('stay as many while a key asks, and no longer wait once all are locked', () => {
    const asking = [3, { type: 'asking', what: 'stop' }] as const;
    expect(holdsWork(cutoverAt(...first))).toBe(false);
    expect(holdsWork(cutoverAt(...first, asking))).toBe(true);
    // A question before the lock begins.
    expect(holdsWork(cutoverAt(asking))).toBe(true);
    expect(holdsWork(cutoverAt(...first, asking, [4, { type: 'asking', what: null }]))).toBe(false);
    const over = [5, { type: 'end', result: bad, now: 5 }] as const;
    expect(holdsWork(cutoverAt(...first, asking, over))).toBe(false);
    const locked = [
      [1, { type: 'begun', phase: 'lock' }],
      [2, { type: 'ended', phase: 'lock' }],
    ] as const;
    expect(holdsWork(cutoverAt(...locked, asking))).toBe(false);
  });
});

describe('an abort', () => {
  it('needs a lock, and a GitHub that is closed', () => {
    expect(whyNotAbort(cutoverAt())).toBe('nothing is locked yet');
    const locked = [1, entered('lock', 'one')] as const;
    expect(whyNotAbort(cutoverAt(locked))).toBeNull();
    expect(whyNotAbort(cutoverAt(locked, [2, { type: 'begun', phase: 'open' }]))).toContain(
      'rollback',
    );
    // Opened by an earlier run.
    expect(whyNotAbort(cutoverAt(locked, [2, expected('open', ['two'])]))).toContain('rollback');
  });

  it('is no longer asked about once GitHub opens', () => {
    const locked = [1, entered('lock', 'one')] as const;
    const asked = [2, { type: 'asking', what: 'abort' }] as const;
    expect(cutoverAt(locked, asked, [3, entered('verify', 'one')]).asking).toBe('abort');
    const opens = cutoverAt(locked, asked, [3, entered('open', 'one')]);
    expect(opens.asking).toBeNull();
    expect(opens.notice?.text).toContain('Cannot abort: GitHub is open or being opened');
    const stopping = [2, { type: 'asking', what: 'stop' }] as const;
    expect(cutoverAt(locked, stopping, [3, entered('open', 'one')]).asking).toBe('stop');
  });
});

describe('a result', () => {
  it('stays where something is left to do, and where a person came from the menu', () => {
    const settings = { verbosity: 0 } as const;
    expect(holdsResult({ ...settings, staysOpen: 'failures' }, bad)).toBe(true);
    expect(holdsResult({ ...settings, staysOpen: 'failures' }, good)).toBe(false);
    expect(holdsResult({ ...settings, staysOpen: 'never' }, bad)).toBe(false);
    expect(holdsResult({ ...settings, staysOpen: 'always' }, good)).toBe(true);
  });

  it('waits five minutes after the last key', () => {
    const ended = cutoverAt([1000, { type: 'end', result: bad, now: 1000 }]);
    const afterwards = (minutes: number) =>
      reducePhases(ended, { type: 'tick', now: 1000 + minutes * 60_000 });
    expect(hasWaited(afterwards(4))).toBe(false);
    expect(hasWaited(afterwards(5))).toBe(true);
    const touched = reducePhases(afterwards(4), { type: 'touch', at: 241_000 });
    expect(hasWaited(reducePhases(touched, { type: 'tick', now: 301_000 }))).toBe(false);
  });

  it('begins at its first cause, and what is below it is scrolled to', () => {
    const group = { cause: { code: 'refused', message: 'm', hint: null }, repositories: [] };
    const result = { ...bad, groups: [group as never] };
    const ended = cutoverAt([1, { type: 'end', result, now: 1 }]);
    expect(ended.cursor).toBe(3);
    const move = (state: typeof ended, by: number) =>
      reducePhases(state, { type: 'move', by, stops: 4, most: 1 });
    const below = move(move(ended, 1), 1);
    expect(below).toMatchObject({ cursor: 3, scrolled: 1 });
    expect(move(move(below, -1), -1)).toMatchObject({ cursor: 2, scrolled: 0 });
  });
});
