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

  it('let somebody through whom a single one of them excepts, on its refs alone', () => {
    const rules = [
      { type: 'BRANCH', id: 'refs/heads/main', users: [jane] },
      { type: 'ANY_REF', id: 'ANY_REF_MATCHER_ID', users: [] },
    ] as const;
    const restrictions = rules.map(({ type, id, users }, index) => ({
      ...{ id: index, type: 'read-only' as const, matcher: { type, id } },
      ...{ users, groups: [], accessKeys: [] },
    }));
    const ask = (person: typeof jane, ref: string) =>
      judgeDataCenter(
        {
          ...{ ...place, restrictions, checks: ownMergeChecks },
          ...{ permission: 'WRITE', person, groups: [] },
        },
        on('update', ref),
      );
    expect(ask(jane, 'refs/heads/main')).toEqual([]);
    expect(ask(jane, 'refs/heads/other')).not.toEqual([]);
    expect(ask(joe, 'refs/heads/main')).not.toEqual([]);
  });

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
