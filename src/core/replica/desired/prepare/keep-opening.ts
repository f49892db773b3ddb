import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { CommitFacts, OpeningDecision } from '../../model/opening.ts';
import type { ConversationLocation } from '../../model/placement.ts';
import type { BranchNames } from '../../model/temporary-refs.ts';

/** How a pull request was opened that the target has. */
export interface ExistingOpening {
  /** Why it was opened between substitutes; `null`: between its own commits. */
  readonly substitute: string | null;
  /** Its branch where that is ours: the source's is in a fork or was gone, or it was closed once and opened again. */
  readonly keptHead: string | null;
  /** The commit of its head as we left it. */
  readonly head: string;
  /** The branch that it goes to; its commit where the branch is ours. */
  readonly base: { readonly branch: string; readonly commit: string | null };
  /** Where its comments stand on the diff, by their keys. */
  readonly places: ReadonlyMap<string, string>;
  /** Where the first part of its conversation stands, in the mode that writes it as a whole. */
  readonly conversationIn: ConversationLocation | null;
}

/**
 * The decision for a pull request that was opened before: it cannot get another head branch, and one that shows its own
 * commits goes on showing them, whatever the source has lost since. Pure.
 */
export function keepOpening(options: {
  decision: OpeningDecision;
  pullRequest: SourcePullRequest;
  facts: Pick<CommitFacts, 'head' | 'base' | 'baseBranchTip'>;
  existing: Omit<ExistingOpening, 'places' | 'conversationIn'>;
  branches: BranchNames;
}): OpeningDecision {
  const { decision, pullRequest, facts, existing, branches } = options;
  const { number, state, source } = pullRequest;
  const { substitute } = existing;
  if (substitute !== null && (state === 'open' || existing.keptHead === null))
    return { kind: 'substitute', why: substitute };
  const commit = substitute === null ? (facts.head ?? existing.head) : existing.head;
  const { keptHead } = existing;
  const head =
    keptHead !== null
      ? ({ kind: 'kept', branch: keptHead, commit } as const)
      : ({ kind: 'existing', branch: source.branch ?? branches.kept(number), commit } as const);
  const ownBase = temporaryBase(options);
  if (substitute !== null)
    return { kind: 'ended', head, base: existing.base.branch, ownBase, substitute };
  if (decision.kind === 'commits') {
    const { opening } = decision;
    if (state !== 'open') return besideKept(options, decision);
    return { ...decision, opening: { ...opening, head: { ...head, commit: opening.head.commit } } };
  }
  const baseCommit = existing.base.commit ?? facts.baseBranchTip ?? '';
  if (state === 'merged' && (facts.head === null || facts.base === null))
    return { kind: 'ended', head, base: existing.base.branch, ownBase, substitute };
  const base =
    state === 'merged'
      ? ({ kind: 'temporary', branch: ownBase, commit: facts.base ?? '' } as const)
      : ({ kind: 'existing', branch: existing.base.branch, commit: baseCommit } as const);
  const isDraft = state === 'open' && pullRequest.isDraft;
  return { kind: 'commits', opening: { head, base, isDraft } };
}

interface Names {
  readonly pullRequest: SourcePullRequest;
  readonly existing: Pick<ExistingOpening, 'keptHead'>;
  readonly branches: BranchNames;
}

/** Git cannot hold `migrator/pr-7`, which is the kept head, and `migrator/pr-7/base`. */
function temporaryBase({ pullRequest, existing, branches }: Names): string {
  const { number } = pullRequest;
  const isBelow = existing.keptHead === branches.kept(number);
  return isBelow ? branches.keptBase(number) : branches.base(number);
}

/** The same with a temporary base that has a place beside the head. Pure. */
function besideKept(names: Names, decision: OpeningDecision): OpeningDecision {
  if (decision.kind !== 'commits' || decision.opening.base.kind !== 'temporary') return decision;
  const { opening } = decision;
  return {
    ...decision,
    opening: { ...opening, base: { ...opening.base, branch: temporaryBase(names) } },
  };
}

/**
 * The decision for one that an earlier run has opened and not finished. Pure.
 * @param options.keptHead the commit of its head where that has a branch of ours; `null`: it has none
 */
export function keepUnfinished(
  options: Pick<Names, 'pullRequest' | 'branches'> & {
    readonly decision: OpeningDecision;
    readonly keptHead: string | null;
  },
): OpeningDecision {
  const { decision, keptHead, pullRequest } = options;
  if (keptHead === null) return decision;
  const branch = options.branches.kept(pullRequest.number);
  const names = { ...options, existing: { keptHead: branch } };
  if (decision.kind !== 'substitute') return besideKept(names, decision);
  if (pullRequest.state === 'open') return decision;
  return {
    kind: 'ended',
    head: { kind: 'kept', branch, commit: keptHead },
    ...{ base: '', ownBase: temporaryBase(names), substitute: decision.why },
  };
}
