import { describe, expect, it } from 'vitest';
import type { BranchRule, MergeCheck } from '../../../src/core/ports/records/source-settings.ts';
import type { MappingContext } from '../../../src/core/settings/mapping/item.ts';
import { mapMergeChecks } from '../../../src/core/settings/mapping/merge-checks.ts';
import { check, contextOf, rule, user } from './settings-fixture.ts';

interface Given {
  readonly checks: readonly MergeCheck[];
  readonly rules?: readonly BranchRule[];
  readonly builds?: readonly string[];
  readonly changes?: Partial<MappingContext>;
}

function mapped({ checks, rules = [], builds = [], changes = {} }: Given) {
  return mapMergeChecks({ kind: 'bitbucket-cloud', checks, rules, builds }, contextOf(changes));
}

const enforce = check({ kind: 'enforce', refs: { kind: 'glob', pattern: '*' }, value: null });

describe('merge checks', () => {
  it('that only warn on Cloud are not turned into rules', () => {
    expect(mapped({ checks: [check({})] })).toMatchObject([
      { item: { grade: 'none', why: 'Bitbucket only warns about it.' }, rulesets: [] },
    ]);
  });

  it('are binding where a wider rule enforces them', () => {
    const [approvals] = mapped({ checks: [check({ value: 2 }), enforce] });
    expect(approvals?.item).toMatchObject({ grade: 'stricter', source: 'approvals 2 on main' });
    expect(approvals?.rulesets).toMatchObject([
      { include: ['refs/heads/main'], rules: [{ approvals: 2 }], bypass: [] },
    ]);
  });

  it('let those push who may, where looser is accepted', () => {
    const approvals = check({});
    const given = { checks: [approvals, enforce], rules: [rule({ exceptions: [user('ann')] })] };
    const [strict] = mapped(given);
    expect(strict?.item.why).toContain('no direct pushes');
    const accepted = new Set([`check:${approvals.id}`]);
    const [looser] = mapped({ ...given, changes: { accepted } });
    expect(looser?.item.grade).toBe('looser');
    expect(looser?.rulesets[0]?.bypass).toMatchObject([{ actor: { name: 'ann' } }]);
  });

  it('of all branches become one of the default branch, where looser is accepted', () => {
    const approvals = check({ refs: { kind: 'any' } });
    const accepted = new Set([`check:${approvals.id}`]);
    const [looser] = mapped({ checks: [approvals, enforce], changes: { accepted } });
    expect(looser?.rulesets).toMatchObject([{ include: ['~DEFAULT_BRANCH'] }]);
  });

  it('for more approvals than GitHub counts stop every merge, until fewer are accepted', () => {
    const approvals = check({ value: 12 });
    const [strict] = mapped({ checks: [approvals, enforce] });
    expect(strict?.rulesets[0]?.rules.map(({ type }) => type)).toContain('update');
    const accepted = new Set([`check:${approvals.id}`]);
    const [looser] = mapped({ checks: [approvals, enforce], changes: { accepted } });
    expect(looser?.rulesets[0]?.rules).toMatchObject([{ type: 'pull_request', approvals: 10 }]);
  });

  it('for builds need their names, and stay disabled until GitHub has seen them', () => {
    const builds = check({ kind: 'builds' });
    expect(mapped({ checks: [builds, enforce] })[0]?.item.grade).toBe('none');
    const [named] = mapped({ checks: [builds, enforce], builds: ['ci/test'] });
    expect(named?.rulesets).toMatchObject([
      { enforcement: 'disabled', rules: [{ contexts: ['ci/test'] }] },
    ]);
  });

  it('for approvals of certain people are offered as approvals of anybody', () => {
    const reviewers = check({ kind: 'default-reviewer-approvals', value: 2 });
    expect(mapped({ checks: [reviewers, enforce] })[0]?.item).toMatchObject({
      grade: 'none',
      looser: '2 approvals from anyone with write access.',
    });
    const accepted = new Set([`check:${reviewers.id}`]);
    const [looser] = mapped({ checks: [reviewers, enforce], changes: { accepted } });
    expect(looser).toMatchObject({
      item: { grade: 'looser' },
      rulesets: [{ rules: [{ approvals: 2 }] }],
    });
  });

  it('for approvals of a group need a team of its own', () => {
    const own = check({ kind: 'group-approvals', names: ['leads'] });
    const [alone] = mapped({ checks: [own, enforce] });
    expect(alone?.rulesets[0]?.rules).toMatchObject([
      { reviewers: [{ team: 'leads', minimum: 1 }] },
    ]);
    const teams = new Map([
      ['devs', 'all'],
      ['leads', 'all'],
    ]);
    expect(mapped({ checks: [own, enforce], changes: { teams } })[0]?.item.grade).toBe('none');
    const both = check({ kind: 'group-approvals', names: ['devs', 'leads'] });
    expect(mapped({ checks: [both, enforce], changes: { teams } })[0]?.item.grade).toBe('none');
  });
});
