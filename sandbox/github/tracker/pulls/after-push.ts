import { readHead } from '../../../git/bare-repository.ts';
import { type GitTools, runGit } from '../../../git/git-tools.ts';
import type { GithubAccount } from '../../accounts/account.ts';
import type { GithubHost } from '../../host.ts';
import type { GithubRepository } from '../../records.ts';
import { githubTime } from '../../rest/github-time.ts';
import { commitsBetween, compare } from '../diffs/compare.ts';
import type { GithubPullRequest } from '../records.ts';
import { updateThreads } from '../reviews/update-threads.ts';
import { markMerged } from './mark-merged.ts';
import { noteCommits } from './note-commits.ts';
import { readBranch, removeMergeRef, writePullRef } from './refs.ts';
import { close } from './state.ts';

export interface Push {
  readonly repository: GithubRepository;
  readonly pusher: GithubAccount;
  readonly updates: readonly RefUpdate[];
}

export interface RefUpdate {
  readonly ref: string;
  /** `null`: it is new. */
  readonly from: string | null;
  /** `null`: it was deleted. */
  readonly to: string | null;
}

export interface PushOptions {
  readonly host: GithubHost;
  readonly tools: GitTools;
}

interface BranchUpdate extends RefUpdate {
  readonly branch: string;
  readonly to: string;
}

/**
 * Tells pull requests of a push, a little later. That a branch is gone they know at once: who takes a branch away
 * before a merge was noticed gets a closed pull request.
 */
export function handlePush({ host, tools }: PushOptions, push: Push): void {
  const { repository } = push;
  const { tracker } = repository;
  for (const update of push.updates) {
    const branch = branchOf(update);
    if (branch === null) continue;
    if (update.to === null) closeWithout(host, push, branch);
    else if (update.from === null) hideForNow(host, repository, branch);
  }
  // Nothing was opened yet that this push could matter to.
  if (tracker.all.length === 0) return;
  host.jobs.later({
    key: repository.id,
    ms: host.rules.pushDelayMs,
    work: () => notify({ ...push, host, tools }),
  });
}

type Work = Push & PushOptions;

async function notify(work: Work): Promise<void> {
  if (work.host.findRepositoryById(work.repository.id) === null) return;
  const updates = work.updates.flatMap((update) => {
    const branch = branchOf(update);
    return branch === null || update.to === null ? [] : [{ ...update, branch, to: update.to }];
  });
  for (const { branch } of updates) moveHeads(work, branch);
  for (const update of updates) await mergeInto(work, update);
  for (const { branch } of updates) await updateHeads(work, branch);
  const main = readHead(work.repository.directory);
  for (const { branch, from, to } of updates) {
    if (branch === main) await noteCommits(work, { from, to });
  }
}

function branchOf({ ref }: RefUpdate): string | null {
  return /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? null;
}

/** Who deletes the head or the base of an open pull request closes it. */
function closeWithout(host: GithubHost, { repository, pusher }: Push, branch: string): void {
  if (!host.rules.closesWithoutBranch) return;
  const { tracker } = repository;
  for (const pull of [...tracker.openPullsOfHead(branch), ...tracker.openPullsOfBase(branch)]) {
    close(repository, pull, { by: pusher, at: host.now() });
  }
}

/** A new branch is there for Git before it is there for pull requests. */
function hideForNow(host: GithubHost, { tracker }: GithubRepository, branch: string): void {
  const { branchesVisibleAfterMs } = host.rules;
  if (branchesVisibleAfterMs > 0) {
    tracker.hiddenBranches.set(branch, host.now() + branchesVisibleAfterMs);
  }
}

function moveHeads({ repository, host }: Work, branch: string): void {
  const { tracker, directory } = repository;
  const tip = readBranch(directory, branch);
  for (const pull of tracker.openPullsOfHead(branch)) {
    if (tip === null || tip === pull.head.sha) continue;
    pull.head.sha = tip;
    pull.base.sha = readBranch(directory, pull.base.ref) ?? pull.base.sha;
    pull.updatedAt = githubTime(host.now());
    pull.size = null;
    writePullRef(directory, pull.number, 'head', tip);
  }
}

async function mergeInto(work: Work, update: BranchUpdate): Promise<void> {
  const { repository, host, pusher } = work;
  const { mergesByPush } = host.rules;
  const { branch, to } = update;
  const open = repository.tracker.openPullsOfBase(branch);
  for (const pull of open) forgetMergeability(repository, pull);
  if (open.length === 0 || mergesByPush === 'never') return;
  if (mergesByPush === 'default-branch' && branch !== readHead(repository.directory)) return;
  for (const pull of await contained(work, update, open)) {
    markMerged(work, pull, { by: pusher, commit: to });
  }
}

/** Finds branches whose head came with the push: most often it is the new tip itself, which needs no process. */
async function contained(
  { tools, repository, host }: Work,
  { from, to }: BranchUpdate,
  open: readonly GithubPullRequest[],
): Promise<readonly GithubPullRequest[]> {
  if (open.every((pull) => pull.head.sha === to)) return open;
  const range = { base: from, head: to };
  const arrived = new Set(await commitsBetween(tools, repository.directory, range));
  const equal = host.rules.mergesEqualFiles ? await sameFiles(tools, repository, to) : null;
  const merged: GithubPullRequest[] = [];
  for (const pull of open) {
    if (arrived.has(pull.head.sha) || (await equal?.(pull.head.sha)) === true) merged.push(pull);
  }
  return merged;
}

/** Tells whether two commits have the same files. */
async function sameFiles(tools: GitTools, { directory }: GithubRepository, commit: string) {
  const treeOf = (one: string) => runGit(tools, directory, ['rev-parse', `${one}^{tree}`]);
  const tree = await treeOf(commit);
  return async (other: string) => (await treeOf(other)) === tree;
}

/** After a push to the head: commits are counted, lines found again. One with nothing left in it is closed. */
async function updateHeads(work: Work, branch: string): Promise<void> {
  const { repository, tools, host, pusher } = work;
  for (const pull of repository.tracker.openPullsOfHead(branch)) {
    forgetMergeability(repository, pull);
    const commits = { base: pull.base.sha, head: pull.head.sha };
    const { ahead } = await compare(tools, repository.directory, commits);
    if (ahead === 0) close(repository, pull, { by: pusher, at: host.now() });
    else {
      pull.commitCount = ahead;
      await updateThreads(work, pull);
    }
  }
}

function forgetMergeability({ directory }: GithubRepository, pull: GithubPullRequest): void {
  pull.mergeable = null;
  removeMergeRef(directory, pull.number);
}
