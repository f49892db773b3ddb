import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AddPullRequest } from '../../../sandbox/bitbucket/pull-requests/add-pull-request.ts';
import { copyTemplate } from '../templates.ts';
import { git, gitWithInput } from './git-fixture.ts';

/** A repository with the commits that pull requests of every kind are about. */
export interface PullRequestHistory {
  readonly folder: string;
  readonly commits: Readonly<Record<CommitName, string>>;
}

type CommitName =
  /** The commit that everything leaves from. */
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

/** In one process of `git fast-import`; the commands that people use take forty. */
function makeHistory(
  folder: string,
  extra: Readonly<Record<string, string>>,
): PullRequestHistory['commits'] {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main');
  const commits = commitsWith(extra);
  const marks = `${folder}.marks`;
  gitWithInput(folder, ['fast-import', '--quiet', `--export-marks=${marks}`], streamOf(commits));
  git(folder, 'reset', '-q', '--hard');
  const hashes = new Map(
    readFileSync(marks, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.slice(1).split(' ') as [string, string]),
  );
  rmSync(marks);
  // What no branch reaches is still in the source's repository: the fixture copies it by tags that go again.
  return Object.fromEntries(
    commits.map(({ name }, index) => [name, hashes.get(`${index + 1}`)]),
  ) as PullRequestHistory['commits'];
}

function commitsWith(extra: Readonly<Record<string, string>>): readonly NewCommit[] {
  const changed = `${lines(1, 9)}changed 10\n${lines(11, 40)}`;
  return [
    {
      ...{ name: 'start', branch: 'main', parents: [], message: 'Start' },
      files: { 'a.txt': lines(1, 40), 'old.txt': 'old\n', ...extra },
    },
    {
      ...{ name: 'merged', branch: 'merged', parents: ['start'], message: 'Change line 10' },
      files: { 'a.txt': changed, 'new.txt': 'new\n' },
    },
    {
      ...{ name: 'squashed', branch: 'squashed', parents: ['start'], message: 'Add b' },
      files: { 'b.txt': lines(1, 5) },
    },
    {
      ...{ name: 'declined', branch: 'declined', parents: ['start'], message: 'Add c' },
      files: { 'c.txt': lines(1, 5) },
    },
    {
      ...{ name: 'forked', branch: 'forked', parents: ['start'], message: 'Add d' },
      files: { 'd.txt': lines(1, 5) },
    },
    {
      ...{ name: 'mergeCommit', branch: 'main', message: 'Merge branch merged' },
      ...{ parents: ['start', 'merged'], files: { 'a.txt': changed, 'new.txt': 'new\n' } },
    },
    {
      ...{ name: 'squashCommit', branch: 'main', message: 'Add b (squashed)' },
      ...{ parents: ['mergeCommit'], files: { 'b.txt': lines(1, 5) } },
    },
    {
      ...{ name: 'older', branch: 'topic', parents: ['squashCommit'], message: 'Add e' },
      files: { 'e.txt': lines(1, 5) },
    },
    {
      ...{ name: 'open', branch: 'topic', parents: ['older'], message: 'Add to e' },
      files: { 'e.txt': lines(1, 8) },
    },
  ];
}

interface NewCommit {
  readonly name: CommitName;
  readonly branch: string;
  readonly parents: readonly CommitName[];
  readonly message: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Returns a stream for `git fast-import`; the marks of commits count from 1. */
function streamOf(commits: readonly NewCommit[]): string {
  const markOf = (name: CommitName) => `:${commits.findIndex((one) => one.name === name) + 1}`;
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const person = `Jane Doe <jane@example.com> ${Math.floor(Date.now() / 1000)} +0000`;
  return commits
    .map(({ name, branch, parents, message, files }) => {
      const [from, ...merged] = parents;
      return [
        `commit refs/heads/${branch}\nmark ${markOf(name)}\ncommitter ${person}\n`,
        data(`${message}\n`),
        from === undefined ? '' : `from ${markOf(from)}\n`,
        ...merged.map((parent) => `merge ${markOf(parent)}\n`),
        ...Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
      ].join('');
    })
    .join('');
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
