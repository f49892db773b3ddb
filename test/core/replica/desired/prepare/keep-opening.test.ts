import { describe, expect, it } from 'vitest';
import type { SourcePullRequest } from '../../../../../src/core/ports/records/pull-request.ts';
import {
  type ExistingOpening,
  keepOpening,
  keepUnfinished,
} from '../../../../../src/core/replica/desired/prepare/keep-opening.ts';
import type { OpeningDecision } from '../../../../../src/core/replica/model/opening.ts';
import { chooseBranchNames } from '../../../../../src/core/replica/model/temporary-refs.ts';

const branches = chooseBranchNames([]);
const existing: ExistingOpening = {
  substitute: null,
  keptHead: null,
  head: 'old',
  base: { branch: 'main', commit: null },
  places: new Map(),
  conversationIn: null,
};
const nothing: OpeningDecision = { kind: 'substitute', why: 'nothing between' };

function keep(options: {
  decision: OpeningDecision;
  state?: SourcePullRequest['state'];
  existing?: Partial<ExistingOpening>;
  facts?: Partial<Parameters<typeof keepOpening>[0]['facts']>;
}) {
  const source = { branch: 'topic', commit: 'head', repository: 'acme/web' };
  return keepOpening({
    decision: options.decision,
    pullRequest: {
      ...{ number: 7, state: options.state ?? 'open', isDraft: false, source },
    } as SourcePullRequest,
    facts: { head: 'head', base: 'base', baseBranchTip: 'tip', ...options.facts },
    existing: { ...existing, ...options.existing },
    branches,
  });
}

const commits = (kind: 'existing' | 'kept', branch: string): OpeningDecision => ({
  kind: 'commits',
  opening: {
    head: { kind, branch, commit: 'head' },
    base: { kind: 'existing', branch: 'main', commit: 'tip' },
    isDraft: false,
  },
});

describe('keepOpening', () => {
  it('keeps a substitute one, whatever the source has now', () => {
    const kept = keep({ decision: commits('existing', 'topic'), existing: { substitute: 'gone' } });
    expect(kept).toEqual({ kind: 'substitute', why: 'gone' });
  });

  it('moves the branch that one was opened again on', () => {
    const again = { keptHead: branches.head(7) };
    const kept = keep({ decision: commits('existing', 'topic'), existing: again });
    expect(kept).toMatchObject({
      opening: { head: { kind: 'kept', branch: 'migrator/pr-7/head', commit: 'head' } },
    });
    const ended = keep({ decision: nothing, state: 'merged', existing: again });
    expect(ended).toMatchObject({ opening: { base: { branch: 'migrator/pr-7/base' } } });
  });

  it('ends a substitute one with the head that the target has', () => {
    const existing = { substitute: 'gone', keptHead: branches.kept(7) };
    expect(keep({ decision: nothing, state: 'merged', existing })).toEqual({
      kind: 'ended',
      head: { kind: 'kept', branch: 'migrator/pr-7', commit: 'old' },
      ...{ base: 'main', ownBase: 'migrator/pr-7-base', substitute: 'gone' },
    });
    expect(keep({ decision: nothing, state: 'open', existing }).kind).toBe('substitute');
    const temporary = { substitute: 'gone', keptHead: null };
    const other = keep({ decision: nothing, state: 'declined', existing: temporary });
    expect(other.kind).toBe('substitute');
  });

  it('keeps the head branch that the target has', () => {
    const own = keep({ decision: commits('kept', branches.kept(7)) });
    expect(own).toMatchObject({ opening: { head: { kind: 'existing', branch: 'topic' } } });
    const ours = keep({
      decision: commits('existing', 'topic'),
      existing: { keptHead: branches.kept(7) },
    });
    expect(ours).toMatchObject({ opening: { head: { kind: 'kept', branch: 'migrator/pr-7' } } });
  });

  it('stays between its commits and on its base where nothing lies between them any more', () => {
    expect(keep({ decision: nothing })).toMatchObject({
      kind: 'commits',
      opening: { base: { kind: 'existing', branch: 'main', commit: 'tip' } },
    });
    const base = { branch: 'migrator/pr-7-base', commit: 'fork' };
    expect(keep({ decision: nothing, existing: { base } })).toMatchObject({
      opening: { base: { branch: 'migrator/pr-7-base', commit: 'fork' } },
    });
  });

  it('is merged on a base of its own, as far as its commits are known', () => {
    expect(keep({ decision: nothing, state: 'merged' })).toMatchObject({
      opening: { base: { kind: 'temporary', branch: 'migrator/pr-7/base', commit: 'base' } },
    });
    // Git cannot hold pr-7 and pr-7/base at the same time.
    const kept = keep({
      decision: nothing,
      state: 'merged',
      existing: { keptHead: branches.kept(7) },
    });
    expect(kept).toMatchObject({ opening: { base: { branch: 'migrator/pr-7-base' } } });
    const lost = { decision: nothing, state: 'merged', facts: { head: null } } as const;
    const ended = { kind: 'ended', base: 'main', ownBase: 'migrator/pr-7/base', substitute: null };
    expect(keep(lost)).toMatchObject({ ...ended, head: { kind: 'existing', commit: 'old' } });
    const nothingBetween = { decision: nothing, state: 'merged', facts: { base: null } } as const;
    expect(keep(nothingBetween)).toMatchObject({ ...ended, head: { commit: 'head' } });
  });

  it('is merged on a base that Git can hold beside a kept head', () => {
    const existing = { keptHead: branches.kept(7) };
    const base = { kind: 'temporary', branch: branches.base(7), commit: 'base' } as const;
    const decided = commits('existing', 'topic');
    const closed: OpeningDecision =
      decided.kind === 'commits' ? { ...decided, opening: { ...decided.opening, base } } : decided;
    for (const decision of [nothing, closed]) {
      expect(keep({ decision, state: 'merged', existing })).toMatchObject({
        opening: { base: { kind: 'temporary', branch: 'migrator/pr-7-base', commit: 'base' } },
      });
    }
  });
});

describe('keepUnfinished', () => {
  const unfinished = (state: SourcePullRequest['state'], keptHead: string | null) => {
    const pullRequest = { number: 7, state } as SourcePullRequest;
    return keepUnfinished({ pullRequest, branches, decision: nothing, keptHead });
  };

  it('ends one between substitutes with the head that it was opened with', () => {
    expect(unfinished('merged', 'old')).toMatchObject({
      kind: 'ended',
      head: { kind: 'kept', branch: 'migrator/pr-7', commit: 'old' },
      ...{ base: '', ownBase: 'migrator/pr-7-base', substitute: 'nothing between' },
    });
    expect(unfinished('open', 'old')).toEqual(nothing);
    expect(unfinished('merged', null)).toEqual(nothing);
  });
});
