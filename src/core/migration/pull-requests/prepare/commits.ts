import { areAncestors, mergeBases } from '../../../git/history/ancestry.ts';
import { readCommits } from '../../../git/history/read-commits.ts';
import { readFiles } from '../../../git/objects/read-files.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../pull-request-context.ts';
import type { KnownCommits } from './find-commits.ts';
import type { CommitFacts } from './opening.ts';

/** GitHub looks for it in these three places. */
export const codeOwnersPaths = ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'];

/** What has to be known of each pull request's commits, in the same order. Few processes for all of them together. */
export async function gatherFacts(
  context: PullRequestContext,
  options: { pullRequests: readonly SourcePullRequest[]; known: KnownCommits },
): Promise<readonly CommitFacts[]> {
  const { pullRequests, known } = options;
  const refs = await context.repository.readRefs();
  const tipOf = (branch: string | null) =>
    branch === null ? null : (refs.get(`refs/heads/${branch}`) ?? null);
  const rows = pullRequests.map((pullRequest) => ({
    head: find(known, pullRequest.source.commit),
    destination: find(known, pullRequest.destination.commit),
    merge: find(known, pullRequest.mergeCommit),
    headBranchTip: isOwn(context, pullRequest) ? tipOf(pullRequest.source.branch) : null,
    baseBranchTip: tipOf(pullRequest.destination.branch),
    isOpen: pullRequest.state === 'open',
  }));
  const bases = await findBases(context, rows);
  const onBranch = rows.map(({ head, headBranchTip, isOpen }) =>
    isOpen ? (headBranchTip ?? head) : head,
  );
  const branches = await compareWithBranch(
    context,
    rows.map(({ baseBranchTip }, index) => ({
      base: baseBranchTip,
      head: onBranch[index] ?? null,
    })),
  );
  const owners = await findCodeOwners(context, [
    ...bases,
    ...rows.map(({ baseBranchTip }) => baseBranchTip),
  ]);
  return rows.map((row, index) => {
    const base = bases[index] ?? null;
    const { head, headBranchTip, baseBranchTip } = row;
    return {
      head: row.isOpen ? (head ?? headBranchTip) : head,
      base,
      headBranchTip,
      baseBranchTip,
      isInBaseBranch: branches[index]?.isIn ?? false,
      sharesHistory: branches[index]?.sharesHistory ?? false,
      hasCodeOwnersInBase: base !== null && owners.has(base),
      hasCodeOwnersInBaseBranch: baseBranchTip !== null && owners.has(baseBranchTip),
    };
  });
}

/** A fork may have a branch of the same name. The plan may name the workspace by its UUID, and the pull request does not. */
export function isOwn(
  { repository }: PullRequestContext,
  { source, destination }: SourcePullRequest,
): boolean {
  const planned = `${repository.plan.source.workspace}/${repository.planned.source}`;
  const own = [planned, destination.repository].map((name) => name?.toLowerCase());
  return source.repository !== null && own.includes(source.repository.toLowerCase());
}

function find(known: KnownCommits, hash: string | null): string | null {
  return hash === null ? null : (known.get(hash) ?? null);
}

interface Row {
  readonly head: string | null;
  readonly destination: string | null;
  readonly merge: string | null;
}

/**
 * Where each head left its destination. Where the destination of record holds the head already, as after a merge, what
 * the merge was made on tells it.
 */
async function findBases(
  context: PullRequestContext,
  rows: readonly Row[],
): Promise<readonly (string | null)[]> {
  const first = await basesOf(
    context,
    rows.map(({ head, destination }) => pair(head, destination)),
  );
  const isOpenQuestion = rows.map(
    ({ head, merge }, index) => isNothing(first[index], head) && merge !== null,
  );
  const merges = rows.flatMap(({ merge }, index) =>
    isOpenQuestion[index] && merge !== null ? [merge] : [],
  );
  if (merges.length === 0) return rows.map(({ head }, index) => between(first[index], head));
  const { mirror } = context.repository;
  const read = await readCommits({ ...mirror, hashes: merges });
  const second = await basesOf(
    context,
    rows.map(({ head, merge }, index) => {
      const parent = merge === null ? undefined : read.get(merge)?.parents[0];
      return isOpenQuestion[index] ? pair(head, parent ?? null) : null;
    }),
  );
  return rows.map(({ head }, index) =>
    between(isOpenQuestion[index] ? second[index] : first[index], head),
  );
}

function isNothing(base: string | null | undefined, head: string | null): boolean {
  return base === null || base === undefined || base === head;
}

function between(base: string | null | undefined, head: string | null): string | null {
  return isNothing(base, head) ? null : (base ?? null);
}

function pair(a: string | null, b: string | null): { a: string; b: string } | null {
  return a === null || b === null ? null : { a, b };
}

async function basesOf(
  { repository, history }: PullRequestContext,
  pairs: readonly ({ a: string; b: string } | null)[],
): Promise<readonly (string | null)[]> {
  const { mirror } = repository;
  const asked = pairs.filter((one) => one !== null);
  const answers = (await mergeBases({ ...mirror, history, pairs: asked })).values();
  return pairs.map((one) => (one === null ? null : (answers.next().value ?? null)));
}

async function compareWithBranch(
  context: PullRequestContext,
  rows: readonly { base: string | null; head: string | null }[],
): Promise<readonly { isIn: boolean; sharesHistory: boolean }[]> {
  const { mirror } = context.repository;
  const pairs = rows.map(({ base, head }) => pair(base, head));
  const asked = pairs.flatMap((one) =>
    one === null ? [] : [{ ancestor: one.b, descendant: one.a }],
  );
  const answers = (
    await areAncestors({ ...mirror, history: context.history, pairs: asked })
  ).values();
  const isIn = pairs.map((one) => one !== null && (answers.next().value ?? false));
  const open = pairs.map((one, index) => (isIn[index] ? null : one));
  const shared = await basesOf(context, open);
  return pairs.map((_, index) => ({
    isIn: isIn[index] ?? false,
    sharesHistory: (isIn[index] ?? false) || (shared[index] ?? null) !== null,
  }));
}

/** Those of the commits that hold a CODEOWNERS file. */
export async function findCodeOwners(
  { repository }: PullRequestContext,
  commits: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const { mirror } = repository;
  const distinct = [...new Set(commits.filter((commit) => commit !== null))];
  const files = distinct.flatMap((commit) => codeOwnersPaths.map((path) => ({ commit, path })));
  const contents = await readFiles({ ...mirror, files, maxBytes: 1 });
  return new Set(files.flatMap(({ commit }, index) => (contents[index] == null ? [] : [commit])));
}
