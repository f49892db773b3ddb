import { describe, expect, it } from 'vitest';
import type { Ruleset } from '../../../../src/core/ports/records/target-settings.ts';
import { summarizeSettings } from '../../../../src/core/settings/compare/settings-summary.ts';
import { sharedRulesets } from '../../../../src/core/settings/compare/shared-rulesets.ts';
import { wantedSettings } from '../../../../src/core/settings/compare/wanted-settings.ts';
import type { PlannedSetting } from '../../../../src/core/settings/plan/planned-settings.ts';
import { normalForm } from '../../../../src/core/settings/rulesets/compare-ruleset.ts';

function planned(rulesets: readonly Ruleset[]): PlannedSetting[] {
  const words = { source: '', target: '', grade: 'exact', why: '' } as const;
  return [{ id: '1', kind: 'branch-rule', ...words, set: { rulesets }, looser: null }];
}

const ofMain = (changes: Partial<Ruleset> = {}): Ruleset => ({
  target: 'branch',
  include: ['refs/heads/main'],
  rules: [{ type: 'deletion' }],
  bypass: [],
  enforcement: 'active',
  ...changes,
});
const core = { actor: { kind: 'team', name: 'core' }, mode: 'always' } as const;
const checks = ofMain({
  rules: [{ type: 'required_status_checks', contexts: ['ci'], strict: false }],
  enforcement: 'disabled',
});

const repositories = [
  { source: 'web', settings: planned([ofMain(), checks]) },
  { source: 'api', settings: planned([ofMain(), checks]) },
  { source: 'lib', settings: planned([ofMain({ bypass: [core] })]) },
];
const plan = { rulesets: 'organization', repositories } as const;

describe('rulesets that several repositories want alike', () => {
  it('are those of the organization, without required checks and what one wants alone', () => {
    const shared = sharedRulesets(plan, 'a');
    const wanted = repositories.map(({ settings }) => wantedSettings(settings, shared).rulesets);
    expect(wanted.map((all) => all.map(({ isShared }) => isShared))).toEqual([
      [true, false],
      [true, false],
      [false],
    ]);
    expect(wanted[0]?.[0]?.name).toMatch(/^bitbucket: main \[[0-9a-f]{8}\]$/);
    expect(wanted[1]?.[0]?.name).toBe(wanted[0]?.[0]?.name);
    expect(wanted[2]?.[0]?.name).toBe('bitbucket: main');
    expect(shared.count).toBe(1);
  });

  it('say for each repository what its own would say', () => {
    const shared = sharedRulesets(plan, 'a');
    const forms = (settings: readonly PlannedSetting[], of = shared) =>
      wantedSettings(settings, of).rulesets.map(({ ruleset }) => normalForm(ruleset));
    for (const { settings } of repositories) {
      expect(forms(settings)).toEqual(forms(settings, sharedRulesets({ repositories }, 'a')));
    }
  });

  it('have other names in another plan, and none unless the plan says so', () => {
    const name = (identity: string, of: Parameters<typeof sharedRulesets>[0] = plan) =>
      wantedSettings(repositories[0]?.settings ?? [], sharedRulesets(of, identity)).rulesets[0]
        ?.name;
    expect(name('a')).not.toBe(name('b'));
    expect(name('a', { repositories })).toBe('bitbucket: main');
  });

  it('are counted against the limit of the organization', () => {
    const many = Array.from({ length: 76 }, (_, at) =>
      ofMain({
        include: [`refs/heads/${at}`],
        bypass: [{ ...core, actor: { kind: 'team', name: `t${at}` } }],
      }),
    );
    const all = ['web', 'api'].map((source) => ({ source, settings: planned(many) }));
    const crowded = (rulesets: 'organization' | 'repository') =>
      summarizeSettings({ rulesets, repositories: all })?.crowded;
    expect(crowded('organization')).toEqual(['the organization']);
    expect(crowded('repository')).toEqual(['web', 'api']);
  });
});
