import { inParallel } from '../../../../kernel/async/in-parallel.ts';
import type { SourcePullRequest } from '../../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../../../context/pull-requests/pull-request-context.ts';
import { tipOnTarget } from '../../../desired/prepare/commits.ts';
import {
  createMergeTip,
  createQuietBase,
  createSubstitutes,
} from '../../../desired/prepare/created-commits.ts';
import { readPatch } from '../../../desired/read/read-patch.ts';
import type { EndedDecision, Opening, OpeningDecision } from '../../../model/opening.ts';
import type { Carried } from '../../../model/placement.ts';
import type { PreparedPullRequest } from '../../../model/prepared-pull-request.ts';
import { endedOpening } from './ended-opening.ts';

/** Requests to the source at the same time. */
const concurrency = 6;

/** How a pull request is opened, with the commits that had to be made for it. */
export interface Opened extends Pick<PreparedPullRequest, 'opening' | 'mergeTip' | 'mergeBase'> {
  readonly carried: Carried;
}

/** Makes the commits that the decisions need, in the same order. */
export function openAll(
  context: PullRequestContext,
  decided: readonly { pullRequest: SourcePullRequest; decision: OpeningDecision }[],
): Promise<readonly Opened[]> {
  return inParallel(decided, { concurrency }, async ({ pullRequest, decision }) =>
    decision.kind === 'commits'
      ? openOwn(context, pullRequest, decision.opening)
      : decision.kind === 'ended'
        ? openEnded(context, pullRequest, decision)
        : openSubstitute(context, pullRequest, decision.why),
  );
}

async function openEnded(
  context: PullRequestContext,
  pullRequest: SourcePullRequest,
  ended: EndedDecision,
): Promise<Opened> {
  const how = await endedOpening(context, { pullRequest, ended });
  const { substitute } = ended;
  if (substitute === null) return { ...how, carried: carriedBy(how.opening) };
  const patch = await readPatch(context, pullRequest);
  return { ...how, carried: { kind: 'substitute', why: substitute, patch } };
}

function carriedBy({ head }: Opening): Carried {
  return head.kind === 'kept' ? { kind: 'fork-branch', branch: head.branch } : { kind: 'commits' };
}

async function openOwn(
  context: PullRequestContext,
  pullRequest: SourcePullRequest,
  opening: Opening,
): Promise<Opened> {
  const { base, head } = opening;
  const isMerged = pullRequest.state === 'merged';
  const carried = carriedBy(opening);
  const mergeBase = base.commit;
  if (base.withoutCodeOwners !== true) {
    return { opening, carried, mergeBase, mergeTip: isMerged ? head.commit : null };
  }
  const date = pullRequest.createdAt;
  const quietBase = await createQuietBase(context, { base: base.commit, date });
  const mergeTip = isMerged
    ? await createMergeTip(context, { quietBase, head: head.commit, pullRequest })
    : null;
  return {
    opening: { ...opening, base: { ...base, commit: quietBase } },
    carried,
    mergeBase,
    mergeTip,
  };
}

/** Between two commits of ours, with the patch that the source may still have. */
export async function openSubstitute(
  context: PullRequestContext,
  pullRequest: SourcePullRequest,
  why: string,
): Promise<Opened> {
  const how = await openBetweenNew(context, pullRequest, why);
  const patch = await readPatch(context, pullRequest);
  return { ...how, carried: { kind: 'substitute', why, patch } };
}

async function openBetweenNew(
  context: PullRequestContext,
  pullRequest: SourcePullRequest,
  why: string,
): Promise<Omit<Opened, 'carried'>> {
  const { number, title, createdAt, state, destination } = pullRequest;
  const refs = await context.repository.readRefs();
  // The source may have forgotten the branch that it was to go to.
  const { branch } = destination;
  const onto = state === 'open' ? tipOnTarget(refs, context.repository, branch) : null;
  const [commits] = await createSubstitutes(context, [
    { number, title, why, date: createdAt, onto },
  ]);
  if (commits === undefined) throw new TypeError('a substitute is missing');
  const opening = substituteOpening({
    context,
    number,
    commits,
    isOpen: state === 'open',
    onto: onto === null ? null : branch,
  });
  return {
    opening: { ...opening, isDraft: state === 'open' && pullRequest.isDraft },
    mergeTip: state === 'merged' ? commits.head : null,
    mergeBase: commits.base,
  };
}

/** Open ones keep their branches, and go to their real destination where it is there. */
export function substituteOpening(options: {
  context: PullRequestContext;
  number: number;
  commits: { base: string; head: string };
  isOpen: boolean;
  /** The real branch that it goes to. */
  onto: string | null;
}): Opening {
  const { context, number, commits, isOpen, onto } = options;
  const { branches } = context;
  const kind = isOpen ? 'kept' : 'temporary';
  const headBranch = isOpen ? branches.kept(number) : branches.head(number);
  const baseBranch = isOpen ? branches.keptBase(number) : branches.base(number);
  return {
    head: { kind, branch: headBranch, commit: commits.head },
    base:
      onto === null
        ? { kind, branch: baseBranch, commit: commits.base }
        : { kind: 'existing', branch: onto, commit: commits.base },
    isDraft: false,
  };
}
