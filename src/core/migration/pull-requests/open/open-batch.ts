import { inParallel } from '../../../kernel/async/in-parallel.ts';
import { type ErrorCode, MigratorError } from '../../../kernel/errors.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import { createMergeTip, createQuietBase, createSubstitutes } from '../prepare/created-commits.ts';
import type { Opening, OpeningDecision } from '../prepare/opening.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import type { Carried } from '../render/render-options.ts';

/** Requests to the source at the same time. */
const concurrency = 6;
/** Of a patch that is quoted because its commits are gone. */
const maxPatchBytes = 200_000;

const refusals: ReadonlySet<ErrorCode> = new Set([
  'permission',
  'not-found',
  'refused',
  'bad-answer',
]);

/** How a pull request is opened, with the commits that had to be made for it. */
export interface Opened {
  readonly opening: Opening;
  readonly carried: Carried;
  readonly mergeTip: string | null;
  readonly mergeBase: string;
}

/** Makes the commits that the decisions need, in the same order. */
export async function openAll(
  context: PullRequestContext,
  pullRequests: readonly SourcePullRequest[],
  decisions: readonly OpeningDecision[],
): Promise<readonly Opened[]> {
  const rows = pullRequests.map((pullRequest, index) => ({
    pullRequest,
    decision: decisions[index],
  }));
  const opened = new Map<SourcePullRequest, Opened>();
  await inParallel(rows, { concurrency }, async ({ pullRequest, decision }) => {
    if (decision?.kind !== 'substitute') return;
    opened.set(pullRequest, await openSubstitute(context, pullRequest, decision.why));
  });
  for (const { pullRequest, decision } of rows) {
    if (decision?.kind !== 'commits') continue;
    const carried: Carried =
      decision.keptBranch === null
        ? { kind: 'commits' }
        : { kind: 'fork-branch', branch: decision.keptBranch };
    const { opening } = decision;
    const quiet = await withoutCodeOwnersIn(context, pullRequest, opening);
    opened.set(pullRequest, { carried, mergeBase: opening.base.commit, ...quiet });
  }
  return pullRequests.flatMap((pullRequest) => opened.get(pullRequest) ?? []);
}

async function withoutCodeOwnersIn(
  context: PullRequestContext,
  pullRequest: SourcePullRequest,
  opening: Opening,
): Promise<Pick<Opened, 'opening' | 'mergeTip'>> {
  const { base, head } = opening;
  const isMerged = pullRequest.state === 'merged';
  if (base.kind === 'existing' || !base.withoutCodeOwners) {
    return { opening, mergeTip: isMerged ? head.commit : null };
  }
  const date = pullRequest.createdAt;
  const quietBase = await createQuietBase(context, { base: base.commit, date });
  const quiet = { ...opening, base: { ...base, commit: quietBase } };
  if (!isMerged) return { opening: quiet, mergeTip: null };
  return {
    opening: quiet,
    mergeTip: await createMergeTip(context, { quietBase, head: head.commit, pullRequest }),
  };
}

/** Between two commits of ours, with the patch that the source may still have. */
export async function openSubstitute(
  context: PullRequestContext,
  pullRequest: SourcePullRequest,
  why: string,
): Promise<Opened> {
  const { source, signal, sourceName } = context.repository;
  const { number, title, createdAt, state, destination } = pullRequest;
  const refs = await context.repository.readRefs();
  const onto = state === 'open' ? (refs.get(`refs/heads/${destination.branch}`) ?? null) : null;
  const [commits] = await createSubstitutes(context, [
    { number, title, why, date: createdAt, onto },
  ]);
  if (commits === undefined) throw new TypeError('a substitute is missing');
  const name = { ...sourceName, number };
  const patch = await source.pullRequests
    .readPatch({ ...name, maxBytes: maxPatchBytes, signal })
    .catch((error: unknown) => {
      // It is for reading only: a fork that is closed to these credentials must not keep out the pull request.
      if (!(error instanceof MigratorError) || !refusals.has(error.code)) throw error;
      return null;
    });
  const opening = substituteOpening({
    context,
    number,
    commits,
    isOpen: state === 'open',
    onto: onto === null ? null : destination.branch,
  });
  return {
    opening: { ...opening, isDraft: state === 'open' && pullRequest.isDraft },
    carried: { kind: 'substitute', why, patch },
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
    head: { kind, branch: headBranch, commit: commits.head, withoutCodeOwners: false },
    base:
      onto === null
        ? { kind, branch: baseBranch, commit: commits.base, withoutCodeOwners: false }
        : { kind: 'existing', branch: onto, commit: commits.base },
    isDraft: false,
  };
}
