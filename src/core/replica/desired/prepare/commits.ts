import type { Refs } from '../../../git/formats/refs.ts';
import { areAncestors, mergeBases } from '../../../git/history/ancestry.ts';
import { readCommits } from '../../../git/history/read-commits.ts';
import { readFiles } from '../../../git/objects/read-files.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import type { CommitFacts } from '../../model/opening.ts';
import type { KnownCommits } from './find-commits.ts';

/** GitHub looks for it in these three places. */
export const codeOwnersPaths = ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'];

/** In place of a hash that is not known: no commit has it. */
const none = '';

/** Gathers facts about each pull request's commits, in the same order. Few processes for all of them together. */
export async function gatherFacts(
  context: PullRequestContext,
  options: { pullRequests: readonly SourcePullRequest[]; known: KnownCommits },
): Promise<readonly (CommitFacts & { readonly pullRequest: SourcePullRequest })[]> {
  const { history, repository } = context;
  const refs = await repository.readRefs();
  const tipOf = (branch: string | null) => tipOnTarget(refs, repository, branch);
  const find = (hash: string | null) => options.known.get(hash ?? none) ?? null;
  const rows = options.pullRequests.map((pullRequest) => {
    const { source, destination, mergeCommit, state } = pullRequest;
    const head = find(source.commit);
    const headBranchTip = isOwn(context, pullRequest) ? tipOf(source.branch) : null;
    return {
      pullRequest,
      head,
      destination: find(destination.commit),
      merge: find(mergeCommit),
      headBranchTip,
      baseBranchTip: tipOf(destination.branch),
      ...(state === 'open'
        ? { used: head ?? headBranchTip, onBranch: headBranchTip ?? head }
        : { used: head, onBranch: head }),
    };
  });
  const bases = await findBases(context, rows);
  const ends = rows.map((row) => [row.baseBranchTip ?? none, row.onBranch ?? none] as const);
  const asked = { ...repository.mirror, history };
  const isIn = await areAncestors({
    ...asked,
    pairs: ends.map(([descendant, ancestor]) => ({ ancestor, descendant })),
  });
  const shared = await mergeBases({
    ...asked,
    pairs: ends.map(([a, b], index) => ({ a: isIn[index] ? none : a, b })),
  });
  const tips = rows.map(({ baseBranchTip }) => baseBranchTip);
  const owners = await findCodeOwners(context, [...bases, ...tips]);
  return rows.map(({ pullRequest, used, headBranchTip, baseBranchTip }, index) => {
    const base = bases[index] ?? null;
    const isInBaseBranch = isIn[index] === true;
    return {
      pullRequest,
      head: used,
      base,
      headBranchTip,
      baseBranchTip,
      isInBaseBranch,
      sharesHistory: isInBaseBranch || (shared[index] ?? null) !== null,
      hasCodeOwnersInBase: owners.has(base ?? none),
      hasCodeOwnersInBaseBranch: owners.has(baseBranchTip ?? none),
    };
  });
}

/** Returns what a branch of the source names, where the target can have it. Pure. */
export function tipOnTarget(
  refs: Refs,
  { unpushable }: Pick<PullRequestContext['repository'], 'unpushable'>,
  branch: string | null,
): string | null {
  const ref = `refs/heads/${branch ?? ''}`;
  return unpushable.has(ref) ? null : (refs.get(ref) ?? null);
}

/** A fork may have a branch of the same name. The plan may name the workspace by its UUID, and the pull request does not. */
export function isOwn(
  { repository }: PullRequestContext,
  { source, destination }: Pick<SourcePullRequest, 'source' | 'destination'>,
): boolean {
  const planned = `${repository.plan.source.workspace}/${repository.planned.source}`;
  const own = [planned, destination.repository].map((name) => name?.toLowerCase());
  return source.repository !== null && own.includes(source.repository.toLowerCase());
}

/**
 * Where each head left its destination. Where the destination of record holds the head already, as after a merge, what
 * the merge was made on shows it.
 */
async function findBases(
  { repository, history }: PullRequestContext,
  rows: readonly Readonly<Record<'head' | 'destination' | 'merge', string | null>>[],
): Promise<readonly (string | null)[]> {
  const { mirror } = repository;
  const basesOf = (pairs: readonly { a: string; b: string }[]) =>
    mergeBases({ ...mirror, history, pairs });
  const first = await basesOf(
    rows.map(({ head, destination }) => ({ a: head ?? none, b: destination ?? none })),
  );
  const merges = rows.map(({ head, merge }, index) => {
    const base = first[index] ?? null;
    return base === null || base === head ? (merge ?? none) : none;
  });
  const read = await readCommits({ ...mirror, hashes: merges });
  const second = await basesOf(
    rows.map(({ head }, index) => ({
      a: head ?? none,
      b: read.get(merges[index] ?? none)?.parents[0] ?? none,
    })),
  );
  return rows.map(({ head }, index) => {
    const base = second[index] ?? first[index] ?? null;
    return base === head ? null : base;
  });
}

/** Finds the commits that hold a CODEOWNERS file. */
export async function findCodeOwners(
  { repository }: PullRequestContext,
  commits: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const distinct = [...new Set(commits.filter((commit) => commit !== null))];
  const files = distinct.flatMap((commit) => codeOwnersPaths.map((path) => ({ commit, path })));
  const contents = await readFiles({ ...repository.mirror, files, maxBytes: 1 });
  return new Set(files.flatMap(({ commit }, index) => (contents[index] == null ? [] : [commit])));
}
