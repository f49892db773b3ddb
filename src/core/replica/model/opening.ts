import type { SourcePullRequest } from '../../ports/records/pull-request.ts';
import type { BranchNames } from './temporary-refs.ts';

/** Describes what the mirror shows about one pull request's commits; hashes are full. */
export interface CommitFacts {
  readonly head: string | null;
  /** Where the head left the destination, as far as that is known; `null`: it cannot, or nothing lies between. */
  readonly base: string | null;
  /** Its own branch, if that came with the repository: `null` where it is in a fork. */
  readonly headBranchTip: string | null;
  readonly baseBranchTip: string | null;
  /** Nothing lies between the destination's tip now and the head. */
  readonly isInBaseBranch: boolean;
  /** The head and the destination's tip have a common history. */
  readonly sharesHistory: boolean;
  /** Somebody would be asked for a review by opening it against this tree. */
  readonly hasCodeOwnersInBase: boolean;
  readonly hasCodeOwnersInBaseBranch: boolean;
}

/** Between which branches a pull request is opened, and what has to be there before. */
export interface Opening {
  readonly head: OpeningBranch;
  readonly base: OpeningBranch;
  readonly isDraft: boolean;
}

interface OpeningBranch {
  /** `existing`: it came with the repository. The others are ours. */
  readonly kind: 'existing' | 'temporary' | 'kept';
  readonly branch: string;
  readonly commit: string;
  /** It must not carry a CODEOWNERS file: a commit without it takes its place. */
  readonly withoutCodeOwners?: boolean;
}

export type OpeningDecision = NewDecision | EndedDecision;

type NewDecision =
  | { readonly kind: 'commits'; readonly opening: Opening }
  /** It cannot be opened between its own commits. */
  | { readonly kind: 'substitute'; readonly why: string };

/** It is open on the target and has ended on the source since, which does not show on which commit it could be merged. */
export interface EndedDecision {
  readonly kind: 'ended';
  /** Of the target. */
  readonly head: OpeningBranch;
  /** The branch that it goes to; empty where that is not known. */
  readonly base: string;
  /** The name of a base of its own. */
  readonly ownBase: string;
  /** Why it was opened between substitutes; `null`: between its own commits. */
  readonly substitute: string | null;
}

/** Decides how a pull request is opened so that it shows its own commits. Pure. */
export function decideOpening(options: {
  pullRequest: SourcePullRequest;
  facts: CommitFacts;
  branches: BranchNames;
  /** Only the newest history was migrated. */
  isCut: boolean;
}): NewDecision {
  const { pullRequest, facts, isCut } = options;
  if (facts.head === null) return substitute(isCut ? olderThanCut : gone);
  return pullRequest.state === 'open'
    ? decideOpen(options, facts.head)
    : decideClosed(options, facts.head);
}

type Deciding = Parameters<typeof decideOpening>[0];

/** On its real branches, as long as they are there. */
function decideOpen({ pullRequest, facts, branches }: Deciding, commit: string): NewDecision {
  const { number, source, destination, isDraft } = pullRequest;
  const head =
    existing(source.branch, facts.headBranchTip) ??
    ({ kind: 'kept', branch: branches.kept(number), commit } as const);
  const real = existing(destination.branch, facts.baseBranchTip);
  if (real !== null && facts.isInBaseBranch) return substitute(nothingBetween);
  if (real !== null && !facts.sharesHistory) return substitute(noCommonHistory);
  if (real !== null) return { kind: 'commits', opening: { head, base: real, isDraft } };
  if (facts.base === null) return substitute(nothingBetween);
  const base = { kind: 'kept', branch: branches.keptBase(number), commit: facts.base } as const;
  return { kind: 'commits', opening: { head, base, isDraft } };
}

/** Between temporary branches at the commits of its time; one that was not merged against its real destination. */
function decideClosed({ pullRequest, facts, branches }: Deciding, commit: string): NewDecision {
  const { number, state, destination } = pullRequest;
  const head = { kind: 'temporary', branch: branches.head(number), commit } as const;
  const real = existing(destination.branch, facts.baseBranchTip);
  if (real !== null && state !== 'merged' && !facts.isInBaseBranch && facts.sharesHistory) {
    // Nobody is asked to review a draft.
    const isDraft = facts.hasCodeOwnersInBaseBranch;
    return { kind: 'commits', opening: { head, base: real, isDraft } };
  }
  if (facts.base === null) return substitute(nothingBetween);
  const base = {
    kind: 'temporary',
    branch: branches.base(number),
    commit: facts.base,
    withoutCodeOwners: facts.hasCodeOwnersInBase,
  } as const;
  return { kind: 'commits', opening: { head, base, isDraft: false } };
}

function existing(branch: string | null, commit: string | null): OpeningBranch | null {
  return branch === null || commit === null ? null : { kind: 'existing', branch, commit };
}

function substitute(why: string): NewDecision {
  return { kind: 'substitute', why };
}

const gone = 'its commits are no longer on Bitbucket';
const olderThanCut = 'its commits are not in the migrated part of the history';
const nothingBetween = 'there is no longer a difference between its destination and its commits';
const noCommonHistory = 'its commits have no history in common with its destination';
