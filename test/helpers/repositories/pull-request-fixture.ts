import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AddPullRequest } from '../../../sandbox/bitbucket/pull-requests/add-pull-request.ts';
import { copyTemplate } from '../templates.ts';
import { git } from './git-fixture.ts';

/** A repository with the commits that pull requests of every kind are about. */
export interface PullRequestHistory {
  readonly folder: string;
  readonly commits: Readonly<Record<CommitName, string>>;
}

type CommitName =
  /** What everything leaves from. */
  | 'start'
  /** Merged by a merge commit; its branch is gone. */
  | 'merged'
  | 'mergeCommit'
  /** Squashed into main; no branch reaches it. */
  | 'squashed'
  | 'squashCommit'
  /** Declined; its branch is there. */
  | 'declined'
  /** Open on its branch `topic`. */
  | 'older'
  | 'open'
  /** Of a fork; no branch reaches it. */
  | 'forked';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

/** @param extra files that the first commit has besides */
export function makePullRequestHistory(
  parent: string,
  name: string,
  extra: Readonly<Record<string, string>> = {},
): PullRequestHistory {
  const folder = join(parent, name);
  const content = createHash('sha256').update(JSON.stringify(extra)).digest('hex').slice(0, 12);
  const commits = copyTemplate(`pull-requests-${content}`, folder, (template) =>
    makeHistory(template, extra),
  );
  return { folder, commits };
}

function makeHistory(
  folder: string,
  extra: Readonly<Record<string, string>>,
): PullRequestHistory['commits'] {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  const commit = (files: Readonly<Record<string, string>>, message: string) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', message);
    return git(folder, 'rev-parse', 'HEAD').trim();
  };
  const onBranch = (branch: string, from: string) =>
    git(folder, 'checkout', '-q', '-b', branch, from);
  const start = commit({ 'a.txt': lines(1, 40), 'old.txt': 'old\n', ...extra }, 'Start');
  onBranch('merged', start);
  const merged = commit(
    { 'a.txt': `${lines(1, 9)}changed 10\n${lines(11, 40)}`, 'new.txt': 'new\n' },
    'Change line 10',
  );
  onBranch('squashed', start);
  const squashed = commit({ 'b.txt': lines(1, 5) }, 'Add b');
  onBranch('declined', start);
  const declined = commit({ 'c.txt': lines(1, 5) }, 'Add c');
  onBranch('forked', start);
  const forked = commit({ 'd.txt': lines(1, 5) }, 'Add d');
  git(folder, 'checkout', '-q', 'main');
  git(folder, 'merge', '-q', '--no-ff', '-m', 'Merge branch merged', merged);
  const mergeCommit = git(folder, 'rev-parse', 'HEAD').trim();
  const squashCommit = commit({ 'b.txt': lines(1, 5) }, 'Add b (squashed)');
  onBranch('topic', squashCommit);
  const older = commit({ 'e.txt': lines(1, 5) }, 'Add e');
  const open = commit({ 'e.txt': lines(1, 8) }, 'Add to e');
  git(folder, 'checkout', '-q', 'main');
  // What no branch reaches is still in the source's repository: the fixture copies it by tags that go again.
  return {
    start,
    merged,
    mergeCommit,
    squashed,
    squashCommit,
    declined,
    older,
    open,
    forked,
  };
}

/** Branches that the source does not have any more. */
export const goneBranches = ['merged', 'squashed', 'forked'];

/** Six pull requests: merged, squashed, declined, open, open from a fork, and one whose commits are gone. */
export function pullRequestsOf({ commits }: PullRequestHistory): readonly AddPullRequest[] {
  return [
    {
      title: 'Change line 10',
      state: 'MERGED',
      source: { branch: 'merged', commit: commits.merged },
      destination: { commit: commits.start },
      mergeCommit: commits.mergeCommit,
    },
    {
      title: 'Add b',
      state: 'MERGED',
      source: { branch: 'squashed', commit: commits.squashed },
      destination: { commit: commits.mergeCommit },
      mergeCommit: commits.squashCommit,
    },
    {
      title: 'Add c',
      state: 'DECLINED',
      reason: 'Not now',
      source: { branch: 'declined', commit: commits.declined },
      destination: { commit: commits.squashCommit },
    },
    { title: 'Add e', source: { branch: 'topic' } },
    {
      title: 'Add d',
      source: { branch: 'forked', commit: commits.forked, repository: 'fork-gone' },
    },
    {
      title: 'Lost',
      state: 'MERGED',
      source: { branch: 'lost', commit: 'pruned' },
      destination: { commit: commits.start },
    },
  ];
}
