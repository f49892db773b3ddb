import type { ObjectStore } from '../lfs/object-store.ts';
import type { GithubIssue, GithubPullRequest } from './tracker/records.ts';
import type { Tracker } from './tracker/tracker.ts';

export interface GithubAccount {
  readonly kind: 'user' | 'organization';
  readonly id: number;
  /** As the host writes it; compared without regard to letter case. */
  readonly login: string;
  readonly name: string;
  /** Organisations only: user logins in lower case to what they are there. */
  readonly members: Map<string, GithubMembership>;
  /** Organisations only. */
  membersMayCreateRepositories: boolean;
  /** Private repositories of a free account have no drafts. */
  plan: 'free' | 'team' | 'enterprise';
  /** Tokens that were authorized for its single sign-on; `null`: it asks for none. */
  singleSignOn: Set<string> | null;
  /** Organisations only: members by the team's name in the address. */
  readonly teams: Map<string, readonly GithubAccount[]>;
  /** Organisations only: told of what happens in all repositories. */
  readonly hooks: OrganizationHook[];
  /** Organisations only. They are listed, and hinder nobody here. */
  readonly rulesets: OrganizationRuleset[];
}

export interface OrganizationHook {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
}

export interface OrganizationRuleset {
  readonly id: number;
  readonly name: string;
  readonly target: 'branch' | 'tag' | 'push' | 'repository';
  readonly enforcement: 'active' | 'evaluate' | 'disabled';
}

export interface GithubMembership {
  role: 'admin' | 'member';
  state: 'active' | 'pending';
}

/** A classic personal access token. */
export interface GithubToken {
  readonly token: string;
  readonly user: GithubAccount;
  readonly scopes: readonly string[];
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
