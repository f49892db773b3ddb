import type { GithubAccount } from '../accounts/account.ts';
import type { Role } from '../accounts/roles.ts';
import type { GithubRuleset } from '../rulesets/records.ts';
import type { PropertyValue } from './property.ts';

/** Describes what administrators have set for one repository. Times are milliseconds since 1970. */
export interface GithubSettings {
  readonly rulesets: GithubRuleset[];
  readonly autolinks: Autolink[];
  readonly keys: DeployKey[];
  readonly hooks: RepositoryHook[];
  readonly invitations: RepositoryInvitation[];
  /** By the property's name. */
  readonly properties: Map<string, PropertyValue>;
  /** The oldest first. */
  readonly releases: Release[];
  /** Of commits, the oldest first. */
  readonly statuses: CommitStatus[];
  allowAutoMerge: boolean;
  allowUpdateBranch: boolean;
  mergeCommitTitle: 'MERGE_MESSAGE' | 'PR_TITLE';
  mergeCommitMessage: 'PR_TITLE' | 'PR_BODY' | 'BLANK';
  squashMergeCommitTitle: 'COMMIT_OR_PR_TITLE' | 'PR_TITLE';
  squashMergeCommitMessage: 'COMMIT_MESSAGES' | 'PR_BODY' | 'BLANK';
}

export interface Autolink {
  readonly id: number;
  readonly prefix: string;
  readonly template: string;
  readonly isAlphanumeric: boolean;
}

export interface DeployKey {
  readonly id: number;
  readonly title: string;
  /** Without a comment. */
  readonly key: string;
  readonly readOnly: boolean;
  readonly addedBy: string;
  readonly at: number;
}

export interface RepositoryHook {
  readonly id: number;
  url: string;
  contentType: 'json' | 'form';
  insecure: boolean;
  hasSecret: boolean;
  events: readonly string[];
  active: boolean;
  readonly createdAt: number;
  updatedAt: number;
}

export interface RepositoryInvitation {
  readonly id: number;
  readonly account: GithubAccount;
  readonly inviter: GithubAccount;
  role: Role;
  readonly at: number;
}

export interface Release {
  readonly id: number;
  readonly tag: string;
  readonly name: string | null;
  readonly body: string | null;
  readonly isDraft: boolean;
  readonly author: GithubAccount;
  readonly at: number;
}

export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: GithubAccount;
  readonly at: number;
}

export function makeSettings(): GithubSettings {
  return {
    rulesets: [],
    autolinks: [],
    keys: [],
    hooks: [],
    invitations: [],
    properties: new Map(),
    releases: [],
    statuses: [],
    allowAutoMerge: false,
    allowUpdateBranch: false,
    mergeCommitTitle: 'MERGE_MESSAGE',
    mergeCommitMessage: 'PR_TITLE',
    squashMergeCommitTitle: 'COMMIT_OR_PR_TITLE',
    squashMergeCommitMessage: 'COMMIT_MESSAGES',
  };
}
