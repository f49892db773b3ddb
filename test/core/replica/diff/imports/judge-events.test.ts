import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditedEvent } from '../../../../../src/core/ports/target-audit.ts';
import { createAuthors } from '../../../../../src/core/replica/diff/imports/authors.ts';
import { judgeEvents } from '../../../../../src/core/replica/diff/imports/judge-events.ts';
import type { ExpectedEvent } from '../../../../../src/core/replica/recorded/imports/expected-import.ts';

const at = (second: number) => `2024-03-01T10:00:0${second}Z`;
const merge = 'a'.repeat(40);

function event(change: Partial<ExpectedEvent> = {}): ExpectedEvent {
  return { kind: 'merged', what: 'merged it', by: 'ann', at: at(1), commit: merge, ...change };
}

/** As an importer that keeps everything shows it. */
function shown({ kind, by, at, commit }: ExpectedEvent, change: Partial<AuditedEvent> = {}) {
  return { kind, by: by === null ? null : `m-${by}`, at, commit, ...change };
}

function judge(expected: readonly ExpectedEvent[], actual: readonly AuditedEvent[]) {
  const authors = createAuthors();
  authors.learn('ann', 'm-ann');
  return judgeEvents({ expected, actual, authors, nameOf: (login) => login ?? 'nobody' });
}

const renamed = {
  kind: 'renamed',
  what: 'changed its title from “A” to “B”',
  commit: null,
} as const;
const events = fc.array(
  fc.record({
    kind: fc.constantFrom('renamed' as const, 'closed' as const, 'reopened' as const),
    what: fc.constant('did it'),
    by: fc.option(fc.constantFrom('ann', 'bob')),
    at: fc.integer({ min: 0, max: 3 }).map(at),
    commit: fc.constant(null),
  }),
  { maxLength: 8 },
);

describe('the history of an imported pull request', () => {
  it('has lost nothing where every event is shown, whatever else there is', () => {
    const others: fc.Arbitrary<AuditedEvent[]> = fc.array(
      fc.record({
        ...{
          kind: fc.constant('force-pushed' as const),
          by: fc.constant('m-cy'),
          at: fc.constant(at(0)),
          commit: fc.constant(null),
        },
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(events, others, (all, more) => {
        expect(judge(all, [...more, ...all.map((one) => shown(one)).reverse()])).toEqual([]);
      }),
    );
  });

  it('has lost as many events as are not shown', () => {
    fc.assert(
      fc.property(events, fc.nat({ max: 8 }), (all, many) => {
        const kept = all.slice(many).map((one) => shown(one));
        const lost = judge(all, kept).filter((text) => text.startsWith('does not show'));
        expect(lost.length).toBe(all.length - kept.length);
      }),
    );
  });

  it('says who did what, and when', () => {
    expect(judge([event(renamed)], [])).toEqual([
      `does not show that ann changed its title from “A” to “B” at ${at(1)}`,
    ]);
  });

  it('has another person where an account cannot be the one', () => {
    expect(judge([event()], [shown(event(), { by: 'm-bob' })])).toEqual([
      'shows that m-bob merged it, not ann',
    ]);
  });

  it('has another time, but for the end, which is compared by itself', () => {
    const one = event(renamed);
    expect(judge([one], [shown(one, { at: at(7) })])).toEqual([
      `shows that ann changed its title from “A” to “B” at ${at(7)} instead of ${at(1)}`,
    ]);
    expect(judge([event()], [shown(event(), { at: at(7) })])).toEqual([]);
  });

  it('has another merge commit, or none, where one is known', () => {
    const other = 'b'.repeat(40);
    expect(judge([event()], [shown(event(), { commit: other })])).toEqual([
      `shows the merge commit ${other} instead of ${merge}`,
    ]);
    expect(judge([event({ commit: null })], [shown(event(), { commit: other })])).toEqual([]);
  });
});
