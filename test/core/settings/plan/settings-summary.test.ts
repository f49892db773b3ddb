import { describe, expect, it } from 'vitest';
import type { SourceSettings } from '../../../../src/core/ports/records/source-settings.ts';
import { summarizeSettings } from '../../../../src/core/settings/compare/settings-summary.ts';
import { planSettings } from '../../../../src/core/settings/plan/planned-settings.ts';
import { contextOf, group, noSettings, rule, user } from '../settings-fixture.ts';

const merges = rule({
  id: 'merge',
  type: 'restrict_merges',
  prevents: ['merge'],
  exceptions: [group('leads')],
});

function planned(changes: Partial<SourceSettings>) {
  const settings = { ...noSettings, ...changes };
  return planSettings({ kind: 'bitbucket-cloud', settings, groups: [] }, contextOf());
}

const summary = (...settings: ReturnType<typeof planned>[]) =>
  summarizeSettings({
    teams: [{ name: 'devs', groups: [], members: ['Ann', 'dot'], incomplete: false }],
    repositories: settings.map((one, index) => ({ source: `r${index}`, settings: one })),
  });

describe('the summary of settings', () => {
  it('has a row for what is the same in several repositories, the loosest first', () => {
    const access = [
      { actor: user('ann'), level: 'read', from: 'repository' },
      { actor: user('stranger'), level: 'read', from: 'repository' },
    ] as const;
    const both = planned({ rules: [merges], access });
    const accepted = planned({ rules: [merges] }).map((one) => ({
      ...one,
      accept: 'looser' as const,
    }));
    const found = summary(both, both, accepted);
    expect(found?.grades).toEqual({ looser: 1, none: 2, stricter: 2, exact: 2 });
    expect(found?.rows.map(({ grade, repositories }) => [grade, repositories])).toEqual([
      ['looser', ['r2']],
      ['none', ['r0', 'r1']],
      ['stricter', ['r0', 'r1']],
      ['exact', ['r0', 'r1']],
    ]);
    const [looser, , stricter] = found?.rows ?? [];
    expect(looser).toMatchObject({ offer: null, why: stricter?.offer });
  });

  it('names everybody who gets access once', () => {
    const access = [{ actor: user('ann'), level: 'read', from: 'repository' }] as const;
    const found = summary(planned({ access }));
    expect(found?.people.map((login) => login.toLowerCase())).toEqual(['ann', 'dot']);
    expect(found?.teams).toEqual([{ name: 'devs', groups: [], members: 2, incomplete: false }]);
  });

  it('names repositories with more rulesets than GitHub takes', () => {
    const rules = Array.from({ length: 80 }, (_, index) =>
      rule({
        id: `r${index}`,
        type: index % 2 === 0 ? 'force' : 'delete',
        prevents: [index % 2 === 0 ? 'force' : 'delete'],
        refs: { kind: 'branch', name: `b${index}` },
        exceptions: index === 0 ? [] : [user('ann')],
      }),
    );
    const some = planned({ rules });
    const many = some.map((one, index) => ({
      ...one,
      set: {
        rulesets: (one.set.rulesets ?? []).map((ruleset) => ({
          ...ruleset,
          bypass: [
            { actor: { kind: 'user' as const, name: `p${index}` }, mode: 'always' as const },
          ],
        })),
      },
    }));
    expect(summary(some, many)?.crowded).toEqual(['r1']);
  });

  it('is null without settings', () => {
    expect(summarizeSettings({ repositories: [{ source: 'a' }] })).toBeNull();
  });
});
