import { describe, expect, it } from 'vitest';
import type {
  PullRequestState,
  SourcePullRequest,
} from '../../../../../src/core/ports/records/pull-request.ts';
import { type CommitFacts, decideOpening } from '../../../../../src/core/replica/model/opening.ts';
import { chooseBranchNames } from '../../../../../src/core/replica/model/temporary-refs.ts';

const head = 'a'.repeat(40);
const base = 'b'.repeat(40);
const tip = 'c'.repeat(40);
const facts: CommitFacts = {
  head,
  base,
  headBranchTip: head,
  baseBranchTip: tip,
  isInBaseBranch: false,
  sharesHistory: true,
  hasCodeOwnersInBase: false,
  hasCodeOwnersInBaseBranch: false,
};

function pullRequest(state: PullRequestState, isDraft = false): SourcePullRequest {
  const side = (branch: string) => ({ branch, commit: 'a'.repeat(12), repository: 'acme/web' });
  return {
    number: 7,
    title: 'Title',
    description: { raw: '', markup: 'markdown' },
    state,
    isDraft,
    author: null,
    closedBy: null,
    reason: '',
    source: side('feature'),
    destination: side('main'),
    mergeCommit: null,
    closeSourceBranch: false,
    commentCount: 0,
    reviewers: [],
    participants: [],
    createdAt: '2024-01-01T00:00:00Z',
    updatedAt: '2024-01-02T00:00:00Z',
    webUrl: 'https://bitbucket.org/acme/web/pull-requests/7',
  };
}

function decide(state: PullRequestState, known: Partial<CommitFacts> = {}, isDraft = false) {
  return decideOpening({
    pullRequest: pullRequest(state, isDraft),
    facts: { ...facts, ...known },
    branches: chooseBranchNames([]),
    isCut: false,
  });
}

function branchesOf(decision: ReturnType<typeof decide>) {
  if (decision.kind !== 'commits') return decision.why;
  const { head: from, base: to } = decision.opening;
  return `${from.kind} ${from.branch} -> ${to.kind} ${to.branch}`;
}

describe('how a pull request is opened', () => {
  it('an open one goes from its real branch to its real branch, a draft as a draft', () => {
    const decision = decide('open', {}, true);
    expect(branchesOf(decision)).toBe('existing feature -> existing main');
    expect(decision).toMatchObject({ opening: { isDraft: true } });
  });

  it('an open one from a fork gets a branch that stays', () => {
    const decision = decide('open', { headBranchTip: null });
    expect(branchesOf(decision)).toBe('kept migrator/pr-7 -> existing main');
  });

  it('an open one whose destination is gone gets that back', () => {
    expect(branchesOf(decide('open', { baseBranchTip: null }))).toBe(
      'existing feature -> kept migrator/pr-7-base',
    );
  });

  it('a merged one goes between temporary branches at the commits of its time', () => {
    expect(branchesOf(decide('merged', { isInBaseBranch: true }))).toBe(
      'temporary migrator/pr-7/head -> temporary migrator/pr-7/base',
    );
  });

  it.each(['declined', 'superseded'] as const)(
    'a %s one goes to its real destination where that can be',
    (state) => {
      expect(branchesOf(decide(state))).toBe('temporary migrator/pr-7/head -> existing main');
      expect(branchesOf(decide(state, { isInBaseBranch: true }))).toContain(
        'temporary migrator/pr-7/base',
      );
      expect(branchesOf(decide(state, { sharesHistory: false }))).toContain(
        'temporary migrator/pr-7/base',
      );
      expect(branchesOf(decide(state, { baseBranchTip: null }))).toContain(
        'temporary migrator/pr-7/base',
      );
    },
  );

  it('asks no code owner: a temporary base goes without the file, a real one is approached by a draft', () => {
    expect(decide('merged', { hasCodeOwnersInBase: true })).toMatchObject({
      opening: { base: { withoutCodeOwners: true }, isDraft: false },
    });
    expect(decide('declined', { hasCodeOwnersInBaseBranch: true })).toMatchObject({
      opening: { isDraft: true },
    });
  });

  it('takes substitutes where commits are gone or nothing lies between them', () => {
    expect(decide('merged', { head: null }).kind).toBe('substitute');
    expect(decide('merged', { base: null }).kind).toBe('substitute');
    expect(decide('open', { isInBaseBranch: true }).kind).toBe('substitute');
    expect(decide('open', { sharesHistory: false }).kind).toBe('substitute');
  });
});
