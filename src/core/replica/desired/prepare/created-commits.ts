import { createCommits, type NewCommit } from '../../../git/objects/create-commits.ts';
import type { SourcePullRequest } from '../../../ports/records/pull-request.ts';
import type { PullRequestContext } from '../../context/pull-requests/pull-request-context.ts';
import { codeOwnersPaths } from './commits.ts';

/** Two commits that stand for what a pull request had. */
export interface SubstituteCommits {
  readonly base: string;
  readonly head: string;
}

/**
 * Commits of ours for pull requests that cannot be opened between their own, and for placeholders. They say what was
 * there; the same input gives the same hashes, so that a resume finds them on the target.
 * @param options.onto for an open one the tip of its real destination, which then is the base
 */
export async function createSubstitutes(
  { repository }: PullRequestContext,
  wanted: readonly {
    number: number;
    title: string;
    why: string;
    date: string;
    onto: string | null;
  }[],
): Promise<readonly SubstituteCommits[]> {
  const commits: NewCommit[] = [];
  /** @returns its position: parents are named by theirs, or by a hash */
  const add = (commit: NewCommit) => commits.push(commit) - 1;
  const made = wanted.map(({ number, title, why, date: iso, onto }) => {
    const date = Date.parse(iso);
    const standIn = (content: string) => ({ files: [{ path: fileName, content }] });
    const base =
      onto ??
      add({
        parents: [],
        tree: standIn(`Pull request ${number}\n`),
        message: `Stand in for the base of pull request ${number}\n`,
        date,
      });
    const content = `Pull request ${number}: ${title}\n\nIts own commits are not shown here: ${why}.\n`;
    const head = add({
      parents: [base],
      tree: onto === null ? standIn(content) : { of: onto },
      message: `Stand in for the commits of pull request ${number}\n\n${why}\n`,
      date,
    });
    return { base, head };
  });
  const hashes = await createCommits({ ...repository.mirror, commits });
  const hashOf = (at: number | string) => (typeof at === 'number' ? hashes[at] : at) ?? '';
  return made.map(({ base, head }) => ({ base: hashOf(base), head: hashOf(head) }));
}

const fileName = 'pull-request.txt';

/**
 * A base without CODEOWNERS, so that opening a pull request asks nobody for a review. The difference to the head stays
 * the same, because both leave from the same commit.
 */
export function createQuietBase(
  context: PullRequestContext,
  { base, date }: { base: string; date: string },
): Promise<string> {
  return createCommit(context, {
    parents: [base],
    tree: { of: base, without: codeOwnersPaths },
    message: 'Leave out CODEOWNERS while pull requests are brought over\n',
    date: Date.parse(date),
  });
}

/** Creates the commit that moves a quiet base forward to contain the head, which marks the pull request as merged. */
export function createMergeTip(
  context: PullRequestContext,
  tip: { quietBase: string; head: string; pullRequest: SourcePullRequest },
): Promise<string> {
  const { quietBase, head, pullRequest } = tip;
  return createCommit(context, {
    parents: [quietBase, head],
    tree: { of: head },
    message: `Merge pull request ${pullRequest.number}\n`,
    date: Date.parse(pullRequest.updatedAt),
  });
}

/** @throws TypeError where git gave no hash, which it always does */
export async function createCommit(
  { repository }: Pick<PullRequestContext, 'repository'>,
  commit: NewCommit,
): Promise<string> {
  const [hash] = await createCommits({ ...repository.mirror, commits: [commit] });
  if (hash === undefined) throw new TypeError('the commit is missing');
  return hash;
}
