import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rule, Ruleset } from '../../../../src/core/ports/records/target-settings.ts';
import {
  compareRuleset,
  normalForm,
} from '../../../../src/core/settings/rulesets/compare-ruleset.ts';

const actor = fc.record({
  kind: fc.constantFrom('user', 'team'),
  name: fc.constantFrom('ann', 'Bob', 'core'),
});
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ type: fc.constantFrom('creation', 'update', 'deletion', 'non_fast_forward') }),
  fc.record({
    type: fc.constant('pull_request' as const),
    approvals: fc.nat(3),
    dismissStale: fc.boolean(),
    resolveThreads: fc.boolean(),
    reviewers: fc.uniqueArray(
      fc.record({ team: fc.constantFrom('core', 'ops'), minimum: fc.nat(2) }),
      { selector: ({ team }) => team },
    ),
  }),
  fc.record({
    type: fc.constant('required_status_checks' as const),
    contexts: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
    strict: fc.boolean(),
  }),
);
const ruleset: fc.Arbitrary<Ruleset> = fc.record({
  target: fc.constant('branch' as const),
  include: fc.uniqueArray(fc.constantFrom('~ALL', 'refs/heads/a', 'refs/heads/b'), {
    minLength: 1,
  }),
  rules: fc.uniqueArray(rule, { selector: ({ type }) => type, minLength: 1 }),
  bypass: fc.uniqueArray(fc.record({ actor, mode: fc.constantFrom('always', 'pull_request') }), {
    selector: (one) => JSON.stringify(one).toLowerCase(),
  }),
  enforcement: fc.constantFrom('active', 'disabled'),
});

const nothingMore = { stricter: [], looser: [] };
const compare = (wanted: Ruleset, found: Ruleset) =>
  compareRuleset(wanted, { ruleset: found, more: nothingMore });

describe('compareRuleset', () => {
  it('finds a ruleset equal to itself in any order', () => {
    fc.assert(
      fc.property(ruleset, (one) => {
        const shuffled = {
          ...one,
          include: one.include.toReversed(),
          rules: one.rules.toReversed(),
          bypass: one.bypass.toReversed(),
        };
        expect(compare(one, shuffled)).toEqual(nothingMore);
        expect(normalForm(shuffled)).toBe(normalForm(one));
      }),
    );
  });

  it('calls stricter one way what is looser the other way', () => {
    fc.assert(
      fc.property(ruleset, ruleset, (one, other) => {
        const there = compare(one, other);
        const back = compare(other, one);
        expect(there.stricter.length > 0).toBe(back.looser.length > 0);
        const isEqual = there.stricter.length + there.looser.length === 0;
        const isSame =
          normalForm(one) === normalForm(other) && one.enforcement === other.enforcement;
        expect(isEqual).toBe(isSame);
      }),
    );
  });

  it('reports what the plan does not say', () => {
    const one: Ruleset = {
      target: 'branch',
      include: ['~ALL'],
      rules: [{ type: 'deletion' }],
      bypass: [],
      enforcement: 'active',
    };
    const more = { stricter: ['rule merge_queue'], looser: ['not for refs/heads/x'] };
    expect(compareRuleset(one, { ruleset: one, more })).toEqual(more);
  });
});
