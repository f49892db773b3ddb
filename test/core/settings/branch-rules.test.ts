import { describe, expect, it } from 'vitest';
import type { SourceKind } from '../../../src/core/ports/records/repository.ts';
import type { BranchRule } from '../../../src/core/ports/records/source-settings.ts';
import { mapBranchRules } from '../../../src/core/settings/mapping/branch-rules.ts';
import { combineRulesets } from '../../../src/core/settings/mapping/combine-rulesets.ts';
import type { MappingContext } from '../../../src/core/settings/mapping/item.ts';
import type { Ruleset } from '../../../src/core/settings/target-rules.ts';
import { contextOf, group, rule, user } from './settings-fixture.ts';

function mapped(
  rules: BranchRule[],
  changes: Partial<MappingContext> = {},
  kind: SourceKind = 'bitbucket-cloud',
) {
  const source = { kind, rules, groups: [] };
  const all = mapBranchRules(source, contextOf(changes));
  return { items: all.map(({ item }) => item), rulesets: all.flatMap((one) => one.rulesets) };
}

const types = ({ rules }: Ruleset) => rules.map(({ type }) => type);
const merges = (changes: Partial<BranchRule> = {}) =>
  rule({ type: 'restrict_merges', prevents: ['merge'], ...changes });

describe('branch rules', () => {
  it('keep merges open where only pushes are restricted', () => {
    const { items, rulesets } = mapped([rule({ exceptions: [user('ann'), group('devs')] })]);
    expect(items).toMatchObject([{ source: 'push on main', grade: 'exact', looser: null }]);
    expect(rulesets).toMatchObject([
      {
        include: ['refs/heads/main'],
        bypass: [
          { actor: { kind: 'user', name: 'ann' }, mode: 'always' },
          { actor: { kind: 'team', name: 'devs' }, mode: 'always' },
        ],
      },
    ]);
    expect(rulesets.map(types)).toEqual([
      ['pull_request', 'creation', 'deletion', 'non_fast_forward'],
    ]);
  });

  it('let those merge who may, where nobody may push', () => {
    const { items, rulesets } = mapped([rule({}), merges({ exceptions: [group('leads')] })]);
    expect(items.map(({ grade }) => grade)).toEqual(['exact', 'exact']);
    expect(rulesets[1]).toMatchObject({
      rules: [{ type: 'update' }],
      bypass: [{ mode: 'always' }],
    });
  });

  it('take pushing from those who may not merge, unless looser is accepted', () => {
    const push = rule({ exceptions: [user('bob')] });
    const merge = merges({ exceptions: [group('leads')] });
    expect(mapped([push, merge]).items[1]).toMatchObject({
      grade: 'stricter',
      why: 'People who could push but not merge can no longer push.',
      looser: 'Everyone who can push can also merge.',
    });
    const accepted = mapped([push, merge], { accepted: new Set([`rule:${merge.id}`]) });
    expect(accepted.items[1]).toMatchObject({ grade: 'looser', looser: null });
    expect(accepted.rulesets[1]?.bypass.map(({ actor }) => actor.name)).toEqual(['leads', 'bob']);
  });

  it('set nothing for merges where pushing is open and looser is accepted', () => {
    const merge = merges({ exceptions: [group('leads')] });
    const accepted = new Set([`rule:${merge.id}`]);
    expect(mapped([merge]).items[0]).toMatchObject({ grade: 'stricter' });
    const { items, rulesets } = mapped([merge], { accepted });
    expect(items[0]).toMatchObject({ grade: 'looser', target: '' });
    expect(rulesets).toEqual([]);
  });

  it('leave out exceptions that cannot be named, and people where rulesets cannot name them', () => {
    const exceptions = [user('ann'), user('stranger'), group('devs')];
    expect(mapped([rule({ exceptions })]).items[0]).toMatchObject({
      grade: 'stricter',
      why: '1 exception without a user or team on GitHub.',
    });
    const old = mapped([rule({ exceptions })], { hasUserActors: false });
    expect(old.rulesets[0]?.bypass.map(({ actor }) => actor.name)).toEqual(['devs']);
  });

  it('do not except a team that also stands for another group', () => {
    const teams = new Map([
      ['devs', 'all'],
      ['leads', 'all'],
    ]);
    expect(mapped([rule({ exceptions: [group('devs')] })], { teams }).rulesets[0]?.bypass).toEqual(
      [],
    );
    const both = [rule({ exceptions: [group('devs'), group('leads')] })];
    expect(mapped(both, { teams }).rulesets[0]?.bypass).toHaveLength(1);
  });

  it('that overlap on Cloud are never called exact: Atlassian does not say which wins', () => {
    const rules = [
      rule({ exceptions: [user('ann')] }),
      rule({ refs: { kind: 'glob', pattern: 'ma*' }, exceptions: [user('bob')] }),
    ];
    expect(mapped(rules).items.map(({ grade }) => grade)).toEqual(['stricter', 'stricter']);
  });

  it('that overlap on Data Center are stricter on GitHub where they list different people', () => {
    const rules = [rule({ exceptions: [user('ann')] }), rule({ exceptions: [user('bob')] })];
    const grades = (all: typeof rules) =>
      mapped(all, {}, 'bitbucket-data-center').items.map(({ grade }) => grade);
    expect(grades(rules)).toEqual(['stricter', 'stricter']);
    expect(grades(rules.map((one) => ({ ...one, exceptions: [user('ann')] })))).toEqual([
      'exact',
      'exact',
    ]);
  });

  it('of an unknown type, and of branches that the model lacks, are not carried', () => {
    const { items, rulesets } = mapped([
      rule({ type: 'frozen', prevents: [] }),
      rule({ refs: { kind: 'model', branch: 'production', name: null, default: false } }),
    ]);
    expect(items.map(({ grade }) => grade)).toEqual(['none', 'none']);
    expect(rulesets).toEqual([]);
  });

  it('become one ruleset for equal refs and actors', () => {
    const { rulesets } = mapped([
      rule({ type: 'force', prevents: ['force'] }),
      rule({ type: 'delete', prevents: ['delete'] }),
      rule({ type: 'delete', prevents: ['delete'], refs: { kind: 'glob', pattern: 'develop' } }),
      rule({ type: 'force', prevents: ['force'], refs: { kind: 'glob', pattern: 'develop' } }),
    ]);
    expect(rulesets).toHaveLength(4);
    expect(combineRulesets(rulesets)).toMatchObject([
      { include: ['refs/heads/main', 'refs/heads/develop'], bypass: [] },
    ]);
  });
});
