import { describe, expect, it } from 'vitest';
import {
  outcomeOf,
  type SettingOutcome,
} from '../../../../src/core/settings/applying/setting-outcome.ts';
import type { NamedRuleset } from '../../../../src/core/settings/rulesets/name-rulesets.ts';
import { whyNobodyWrites } from '../../../../src/core/settings/rulesets/why-nobody-writes.ts';

const ruleset = (name: string, enforcement: 'active' | 'disabled' = 'active'): NamedRuleset => ({
  name,
  isShared: false,
  ruleset: { target: 'branch', include: ['refs/heads/x'], rules: [], bypass: [], enforcement },
});

const outcome = (
  name: string,
  state: SettingOutcome['state'],
  differs: SettingOutcome['differs'] = null,
) => outcomeOf({ kind: 'ruleset', name }, { state, differs });

const writing = { mode: 'active', writer: {} } as Parameters<typeof whyNobodyWrites>[0];

describe('access that writes', () => {
  it.each(['equal', 'written', 'missing'] as const)(
    'is given where each ruleset is %s',
    (state) => {
      const why = whyNobodyWrites(writing, [ruleset('a')], [outcome('a', state)]);
      expect(why).toBeNull();
    },
  );

  it('is given where the plan has no rulesets, or only such that are off', () => {
    expect(whyNobodyWrites(writing, [], [])).toBeNull();
    const refused = [outcome('a', 'refused')];
    expect(whyNobodyWrites(writing, [ruleset('a', 'disabled')], refused)).toBeNull();
  });

  it('waits where a ruleset is refused, lacks something, or was not tried', () => {
    const two = [ruleset('a'), ruleset('b')];
    const why = (...outcomes: SettingOutcome[]) => whyNobodyWrites(writing, two, outcomes);
    expect(why(outcome('a', 'equal'), outcome('b', 'refused'))).toContain('the ruleset b is');
    expect(why(outcome('a', 'kept', 'looser'), outcome('b', 'equal'))).toContain('ruleset a is');
    expect(why()).toContain('the ruleset a and 1 more are in force');
  });

  it('is given where a ruleset only forbids more', () => {
    const stricter = [outcome('a', 'kept', 'stricter')];
    expect(whyNobodyWrites(writing, [ruleset('a')], stricter)).toBeNull();
  });

  it('waits while rulesets are created disabled, but for those that are in force already', () => {
    const disabled = { ...writing, mode: 'disabled' } as const;
    expect(whyNobodyWrites(disabled, [ruleset('a')], [outcome('a', 'written')])).not.toBeNull();
    const active = [outcome('a', 'kept', 'stricter')];
    expect(whyNobodyWrites(disabled, [ruleset('a')], active)).toBeNull();
  });

  it('does not wait for what a run without writes leaves as it is', () => {
    const looking = { ...writing, writer: null };
    const looser = [outcome('a', 'kept', 'looser')];
    expect(whyNobodyWrites(looking, [ruleset('a')], looser)).toBeNull();
  });
});
