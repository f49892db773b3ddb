import type { ObjectStore } from '../lfs/object-store.ts';
import type { GithubAccount } from './accounts/account.ts';
import type { GithubSettings } from './settings/records.ts';
import type { GithubIssue, GithubPullRequest } from './tracker/records.ts';
import type { Tracker } from './tracker/tracker.ts';

/** A classic personal access token. */
export interface GithubToken {
  readonly token: string;
  readonly user: GithubAccount;
  readonly scopes: readonly string[];
  /** Answers do not list what it may do. */
  readonly isFineGrained: boolean;
}

export interface GithubRepository {
  readonly id: number;
  readonly owner: GithubAccount;
  readonly creator: GithubAccount;
  name: string;
  description: string | null;
  homepage: string | null;
  private: boolean;
  /** Seen by all members of the enterprise; then it is private, too. */
  internal: boolean;
  archived: boolean;
  hasIssues: boolean;
  /** Who may create pull requests; `null`: the server has no such policy. */
  pullRequestPolicy: 'all' | 'collaborators_only' | null;
  hasProjects: boolean;
  hasWiki: boolean;
  deleteBranchOnMerge: boolean;
  allowMergeCommit: boolean;
  allowSquashMerge: boolean;
  allowRebaseMerge: boolean;
  topics: readonly string[];
  actionsEnabled: boolean;
  /** ISO 8601, UTC, whole seconds. */
  readonly createdAt: string;
  updatedAt: string;
  readonly directory: string;
  /** Bytes of the Git data at the last push, which it is counted again after; `null` if it was not counted. */
  size: { readonly pushedAt: number | null; readonly bytes: number } | null;
  readonly lfs: ObjectStore;
  readonly locks: LfsLock[];
  readonly tracker: Tracker;
  readonly settings: GithubSettings;
  /** As in the tracker. */
  readonly issues: readonly GithubIssue[];
  readonly pulls: readonly GithubPullRequest[];
}

export interface LfsLock {
  readonly id: string;
  readonly path: string;
  readonly lockedAt: string;
  readonly owner: string;
}
