import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourcePullRequest } from '../../../../../src/core/ports/records/pull-request.ts';
import {
  isOfInterest,
  isReadEnough,
  type KnownRows,
  numbersToRead,
} from '../../../../../src/core/replica/diff/pull-requests/changed-rows.ts';
import type { PullRequestRecord } from '../../../../../src/core/replica/recorded/pull-requests/pull-request-record.ts';

const hour = 3_600_000;
const time = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * hour).toISOString();

function row(number: number, hours: number, revision: string): SourcePullRequest {
  return { number, updatedAt: time(hours), revision, state: 'open' } as SourcePullRequest;
}

function record(change: Partial<PullRequestRecord>): PullRequestRecord {
  return {
    isDone: true,
    state: 'open',
    revision: '',
    updatedAt: '',
    ...change,
  } as PullRequestRecord;
}

const known = (records: KnownRows['records'], reread: KnownRows['reread'] = 'changed') => ({
  records,
  reread,
  also: new Set<number>(),
});

describe('isOfInterest', () => {
  const of = (change: Partial<PullRequestRecord> | null, reread?: KnownRows['reread']) =>
    isOfInterest(
      row(1, 5, 'r1'),
      known(
        new Map(change === undefined ? [] : [[1, change === null ? null : record(change)]]),
        reread,
      ),
    );

  it.each<[string, Partial<PullRequestRecord> | null, boolean]>([
    ['one that was not finished', null, true],
    ['one that the target refused in part', { isDone: false, revision: 'r1' }, true],
    ['a record of an earlier version', {}, true],
    ['another revision', { revision: 'r0' }, true],
    ['the same revision', { revision: 'r1' }, false],
    ['a placeholder', { state: null }, false],
  ])('finds %s', (_, change, expected) => {
    expect(of(change)).toBe(expected);
  });

  it('takes open ones and all of them where that is asked for', () => {
    expect(of({ revision: 'r1' }, 'open')).toBe(true);
    expect(of({ revision: 'r1', state: 'merged' }, 'open')).toBe(true);
    expect(of({ revision: 'r1' }, 'all')).toBe(true);
    expect(numbersToRead(known(new Map([[1, record({ state: 'merged' })]]), 'open'))).toEqual([]);
  });

  it('takes those whose turn it is, but for placeholders', () => {
    const records = new Map([
      [1, record({ revision: 'r1', state: 'merged' })],
      [2, record({ revision: 'r1', state: null })],
    ]);
    const asked = { ...known(records), also: new Set([1, 2]) };
    expect(isOfInterest(row(1, 5, 'r1'), asked)).toBe(true);
    expect(isOfInterest(row(2, 5, 'r1'), asked)).toBe(false);
    expect(numbersToRead(asked)).toEqual([1]);
  });

  it('takes one that the state does not know', () => {
    expect(isOfInterest(row(1, 5, 'r1'), known(new Map()))).toBe(true);
  });
});

const pageLength = 4;

/** Returns what a sync sees that stops where `isReadEnough` says so. */
function seenOf(rows: readonly SourcePullRequest[], asked: KnownRows): ReadonlySet<number> {
  const seen = new Set<number>();
  const sorted = rows.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
  for (let at = 0; at < sorted.length; at += pageLength) {
    const page = sorted.slice(at, at + pageLength);
    for (const { number } of page) seen.add(number);
    if (isReadEnough(page, { ...asked, seen, total: rows.length })) break;
  }
  return seen;
}

describe('isReadEnough', () => {
  const history = fc.array(
    fc.record({
      updated: fc.integer({ min: 0, max: 40 }),
      change: fc.constantFrom('none', 'none', 'none', 'new', 'changed'),
    }),
    { minLength: 1, maxLength: 30 },
  );

  it('misses nothing that has changed since the last sync, however many there are', () => {
    fc.assert(
      fc.property(history, (all) => {
        const rows = all.map(({ updated, change }, index) =>
          row(index + 1, change === 'none' ? updated : 41 + updated, `r-${change}`),
        );
        const records = new Map(
          all.flatMap(({ updated, change }, index) => {
            if (change === 'new') return [];
            return [[index + 1, record({ revision: 'r-none', updatedAt: time(updated) })] as const];
          }),
        );
        const seen = seenOf(rows, known(records));
        for (const one of rows) {
          if (isOfInterest(one, known(records))) expect(seen).toContain(one.number);
        }
      }),
    );
  });

  it('stops after the first page where nothing has changed', () => {
    const rows = Array.from({ length: 20 }, (_, index) => row(index + 1, index, 'r'));
    const records = new Map(
      rows.map(({ number, updatedAt }) => [number, record({ revision: 'r', updatedAt })]),
    );
    expect(seenOf(rows, known(records)).size).toBe(pageLength);
  });

  it('reads on where the source has more of them than are known', () => {
    const rows = Array.from({ length: 20 }, (_, index) => row(index + 1, index, 'r'));
    const records = new Map(
      rows.slice(1).map(({ number, updatedAt }) => [number, record({ revision: 'r', updatedAt })]),
    );
    expect(seenOf(rows, known(records)).has(1)).toBe(true);
  });
});
