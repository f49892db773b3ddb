import { describe, expect, it } from 'vitest';
import type { RefAction } from '../../../sandbox/git/ref-rules.ts';
import { judgeByRulesets } from '../../../sandbox/github/rulesets/judge.ts';
import { judgeMerge, type MergeFacts } from '../../../sandbox/github/rulesets/merge-rules.ts';
import { fitsPattern } from '../../../sandbox/github/rulesets/patterns.ts';
import type {
  BypassActor,
  GithubRuleset,
  RulesetRule,
} from '../../../sandbox/github/rulesets/records.ts';

const kinds: readonly RefAction['kind'][] = ['create', 'update', 'delete', 'merge'];
const on = (kind: RefAction['kind'], ref = 'refs/heads/main'): RefAction => ({ kind, ref });

describe('rulesets of GitHub', () => {
  const actor = { userId: 7, isOwner: false, role: 'write', teamIds: [3] } as const;
  const ruleset = (
    rules: readonly RulesetRule[],
    more: Partial<GithubRuleset> = {},
  ): GithubRuleset => ({
    ...{ id: 1, name: 'x', target: 'branch', enforcement: 'active', bypassActors: [] },
    refs: { include: ['refs/heads/main'], exclude: [] },
    ...{ repositories: null, createdAt: 0, updatedAt: 0, rules },
    ...more,
  });
  const judge = (rulesets: readonly GithubRuleset[], action: RefAction) =>
    judgeByRulesets({ rulesets, actor, action, defaultBranch: 'main' });
  const parameters = {
    ...{ dismiss_stale_reviews_on_push: true, require_code_owner_review: true },
    ...{ require_last_push_approval: true, required_approving_review_count: 1 },
    required_review_thread_resolution: true,
  };

  it.each([
    ['creation', ['create']],
    ['update', ['update', 'merge']],
    ['deletion', ['delete']],
  ] as const)('with the rule %s stop %s', (type, stopped) => {
    const rule = type === 'update' ? { type, parameters: null } : { type };
    expect(kinds.filter((one) => judge([ruleset([rule])], on(one)).length > 0)).toEqual(stopped);
  });

  it('let new branches through where pull requests are asked for, and not where checks are', () => {
    const checks = {
      required_status_checks: [{ context: 'ci' }],
      strict_required_status_checks_policy: false,
    };
    expect(judge([ruleset([{ type: 'pull_request', parameters }])], on('create'))).toEqual([]);
    const rule = { type: 'required_status_checks', parameters: checks } as const;
    expect(judge([ruleset([rule])], on('create'))).toHaveLength(1);
    const open = { ...rule, parameters: { ...checks, do_not_enforce_on_create: true } };
    expect(judge([ruleset([open])], on('create'))).toEqual([]);
  });

  it.each([
    [{ id: 3, type: 'Team', mode: 'always' }, ['create', 'update', 'delete', 'merge']],
    [{ id: 7, type: 'User', mode: 'pull_request' }, ['merge']],
    [{ id: 4, type: 'RepositoryRole', mode: 'exempt' }, ['create', 'update', 'delete', 'merge']],
    [{ id: 5, type: 'RepositoryRole', mode: 'always' }, []],
    [{ id: null, type: 'OrganizationAdmin', mode: 'always' }, []],
    [{ id: 4, type: 'Team', mode: 'always' }, []],
  ] as const)('with the bypass %o allow %s', (bypass, allowed) => {
    const rules: RulesetRule[] = [
      { type: 'creation' },
      { type: 'update', parameters: null },
      { type: 'deletion' },
    ];
    const own = ruleset(rules, { bypassActors: [bypass as BypassActor] });
    expect(kinds.filter((one) => judge([own], on(one)).length === 0)).toEqual(allowed);
  });

  it('add up, and do nothing unless they are active', () => {
    const rules: RulesetRule[] = [{ type: 'deletion' }];
    const bypassed = ruleset(rules, { bypassActors: [{ id: 3, type: 'Team', mode: 'always' }] });
    expect(judge([bypassed, ruleset(rules)], on('delete'))).toHaveLength(1);
    for (const enforcement of ['evaluate', 'disabled'] as const) {
      expect(judge([ruleset(rules, { enforcement })], on('delete'))).toEqual([]);
    }
    expect(judge([ruleset(rules, { target: 'tag' })], on('delete'))).toEqual([]);
  });

  it.each([
    ['refs/heads/**', 'refs/heads/a', true],
    ['refs/heads/**', 'refs/heads/a/b', false],
    ['refs/heads/**/*', 'refs/heads/a/b/c', true],
    ['refs/heads/**/*', 'refs/heads/a', true],
    ['refs/heads/release*', 'refs/heads/release/1', false],
    ['refs/heads/release/*', 'refs/heads/release/1', true],
    ['~DEFAULT_BRANCH', 'refs/heads/main', true],
    ['~ALL', 'refs/heads/a/b', true],
  ])('with the pattern %s and %s: %s', (pattern, ref, isFor) => {
    expect(fitsPattern(pattern, { ref, defaultBranch: 'main' })).toBe(isFor);
  });

  it('ask of a merge what pull requests must have', () => {
    const rulesets = [ruleset([{ type: 'pull_request', parameters }])];
    const question = { rulesets, actor, action: on('merge'), defaultBranch: 'main' };
    const opinion = {
      userId: 8,
      role: 'write',
      teamIds: [],
      state: 'APPROVED',
      isCurrent: true,
    } as const;
    const facts: MergeFacts = {
      ...{ method: 'merge', opinions: [opinion], hasOpenThreads: false, lastPusherId: 7 },
      ...{ ownersHaveApproved: true, changedFiles: [], succeeded: [], isBehind: false },
    };
    const ask = (more: Partial<MergeFacts>) => judgeMerge(question, { ...facts, ...more }).length;
    expect(ask({})).toBe(0);
    expect(ask({ opinions: [] })).toBe(2);
    expect(ask({ opinions: [{ ...opinion, role: 'read' }] })).toBe(2);
    expect(ask({ opinions: [{ ...opinion, isCurrent: false }] })).toBe(2);
    expect(ask({ lastPusherId: 8 })).toBe(1);
    expect(ask({ hasOpenThreads: true, ownersHaveApproved: false })).toBe(2);
    expect(
      ask({ opinions: [opinion, { ...opinion, userId: 9, state: 'CHANGES_REQUESTED' }] }),
    ).toBe(1);
  });
});
