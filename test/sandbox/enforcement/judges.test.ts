import { describe, expect, it } from 'vitest';
import { makePerson } from '../../../sandbox/bitbucket/accounts/people.ts';
import { judgeByRestrictions as judgeCloud } from '../../../sandbox/bitbucket/enforcement/judge.ts';
import { ownModel } from '../../../sandbox/bitbucket/settings/branching-model.ts';
import type { BranchRestriction } from '../../../sandbox/bitbucket/settings/records.ts';
import { judgeByRestrictions as judgeDataCenter } from '../../../sandbox/bitbucket-data-center/enforcement/judge.ts';
import { matches } from '../../../sandbox/bitbucket-data-center/enforcement/matchers.ts';
import {
  ownModel as ownDataCenterModel,
  ownMergeChecks,
} from '../../../sandbox/bitbucket-data-center/settings/book.ts';
import type {
  RefMatcher,
  RestrictionType,
} from '../../../sandbox/bitbucket-data-center/settings/records.ts';
import type { RefAction } from '../../../sandbox/git/ref-rules.ts';
import { judgeByRulesets } from '../../../sandbox/github/rulesets/judge.ts';
import { judgeMerge, type MergeFacts } from '../../../sandbox/github/rulesets/merge-rules.ts';
import { fitsPattern } from '../../../sandbox/github/rulesets/patterns.ts';
import type {
  BypassActor,
  GithubRuleset,
  RulesetRule,
} from '../../../sandbox/github/rulesets/records.ts';

const jane = makePerson({ name: 'Jane Roe' });
const joe = makePerson({ name: 'Joe Doe' });
const kinds: readonly RefAction['kind'][] = ['create', 'update', 'delete', 'merge'];
const on = (kind: RefAction['kind'], ref = 'refs/heads/main'): RefAction => ({ kind, ref });

describe('branch restrictions of Cloud', () => {
  const restrict = (
    kind: BranchRestriction['kind'],
    more: Partial<BranchRestriction> = {},
  ): BranchRestriction => ({
    ...{ id: 1, kind, match: { pattern: 'main' }, value: null, users: [], groups: [] },
    ...more,
  });
  const base = { model: ownModel, mainBranch: 'main', starCrossesSlashes: false };
  const judge = (restrictions: readonly BranchRestriction[], action: RefAction, person = joe) =>
    judgeCloud({ ...base, restrictions, permission: 'write', person }, action);

  it.each([
    ['push', ['create', 'update']],
    ['restrict_merges', ['merge']],
    ['delete', ['delete']],
  ] as const)('of the kind %s stop %s', (kind, stopped) => {
    const found = kinds.filter((one) => judge([restrict(kind)], on(one)).length > 0);
    expect(found).toEqual(stopped);
  });

  it('of the kind force stop only what drops commits', () => {
    expect(judge([restrict('force')], on('update'))).toEqual([
      { when: 'rewrites', sentence: 'Permission denied to rewrite branch main.' },
    ]);
    expect(judge([restrict('force')], on('delete'))).toEqual([]);
  });

  it('let those through who are named, by themselves or by a group', () => {
    const group = { slug: 'devs', name: 'Devs', members: [jane] };
    for (const more of [{ users: [jane] }, { groups: [group] }]) {
      expect(judge([restrict('push', more)], on('update'), jane)).toEqual([]);
      expect(judge([restrict('push', more)], on('update'), joe)).toHaveLength(1);
    }
    const two = [
      restrict('push', { users: [jane] }),
      restrict('push', { match: { pattern: '**' } }),
    ];
    expect(judge(two, on('update'), jane)).toHaveLength(1);
  });

  it.each([
    ['release/*', 'release/1', true],
    ['release/*', 'release/1/fix', false],
    ['release/**', 'release/1/fix', true],
    ['*', 'main', true],
    ['*', 'feature/x', false],
    ['**', 'feature/x', true],
    ['rel', 'release', false],
  ])('with the pattern %s and the branch %s: %s', (pattern, branch, isStopped) => {
    const found = judge(
      [restrict('push', { match: { pattern } })],
      on('update', `refs/heads/${branch}`),
    );
    expect(found.length > 0).toBe(isStopped);
  });

  it('by the branching model know the main branch and prefixes, and no tags', () => {
    const of = (branchType: 'development' | 'production' | 'feature') =>
      restrict('push', { match: { branchType } });
    expect(judge([of('development')], on('update'))).toHaveLength(1);
    expect(judge([of('production')], on('update'))).toEqual([]);
    expect(judge([of('feature')], on('create', 'refs/heads/feature/x'))).toHaveLength(1);
    expect(
      judge([restrict('push', { match: { pattern: '**' } })], on('create', 'refs/tags/v1')),
    ).toEqual([]);
  });

  it('hold merge checks only where they are enforced', () => {
    const facts = {
      ...{ approvals: 1, defaultReviewerApprovals: 0, hasChangesRequested: true, openTasks: 1 },
      ...{ hasOpenComments: true, successfulBuilds: 0, failedBuilds: 1, commitsBehind: 3 },
    };
    const checks = [
      restrict('require_approvals_to_merge', { value: 2 }),
      restrict('require_no_changes_requested'),
      restrict('require_passing_builds_to_merge', { value: 1 }),
    ];
    const ask = (restrictions: readonly BranchRestriction[]) =>
      judgeCloud({ ...base, restrictions, permission: 'write', person: joe }, on('merge'), facts);
    expect(ask(checks)).toEqual([]);
    expect(ask([...checks, restrict('enforce_merge_checks')])).toHaveLength(3);
  });

  it('are no matter for those who may only read', () => {
    const question = { ...base, restrictions: [], permission: 'read' as const, person: joe };
    for (const kind of kinds) expect(judgeCloud(question, on(kind))).toHaveLength(1);
  });
});

describe('restrictions of the Data Center', () => {
  const place = { model: ownDataCenterModel, defaultBranch: 'refs/heads/main' };
  const judge = (type: RestrictionType, action: RefAction, person = joe) => {
    const matcher = { type: 'BRANCH', id: 'refs/heads/main' } as const;
    const restriction = { id: 1, type, matcher, users: [jane], groups: ['devs'], accessKeys: [] };
    return judgeDataCenter(
      {
        ...place,
        restrictions: [restriction],
        checks: ownMergeChecks,
        permission: 'WRITE',
        person,
        groups: [],
      },
      action,
    );
  };

  it.each([
    ['read-only', ['create', 'update', 'delete', 'merge']],
    ['no-deletes', ['delete']],
    ['no-creates', ['create']],
    ['fast-forward-only', ['update']],
    ['pull-request-only', ['update']],
  ] as const)('of the type %s stop %s, but for exceptions', (type, stopped) => {
    expect(kinds.filter((one) => judge(type, on(one)).length > 0)).toEqual(stopped);
    expect(kinds.filter((one) => judge(type, on(one), jane).length > 0)).toEqual([]);
  });

  it.each([
    ['PATTERN', 'main', 'refs/heads/main', true],
    ['PATTERN', 'main', 'refs/heads/x/main', true],
    ['PATTERN', 'main', 'refs/heads/xmain', false],
    ['PATTERN', 'release/*', 'refs/heads/release/1', true],
    ['PATTERN', 'release/*', 'refs/heads/release/1/2', false],
    ['PATTERN', 'release/', 'refs/heads/release/1/2', true],
    ['PATTERN', 'v?', 'refs/tags/v1', true],
    ['MODEL_BRANCH', 'development', 'refs/heads/main', true],
    ['MODEL_BRANCH', 'production', 'refs/heads/main', false],
    ['MODEL_CATEGORY', 'RELEASE', 'refs/heads/release/1', true],
    ['ANY_REF', 'ANY_REF_MATCHER_ID', 'refs/tags/v1', true],
  ] as const)('by %s %s and %s: %s', (type, id, ref, isFor) => {
    expect(matches({ type, id } as RefMatcher, ref, place)).toBe(isFor);
  });
});

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
