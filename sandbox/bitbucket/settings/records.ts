import type { BitbucketPerson } from '../accounts/people.ts';

export interface BitbucketGroup {
  readonly slug: string;
  readonly name: string;
  readonly members: BitbucketPerson[];
}

/** Describes what an explicit permission can be; `create-repo` in projects alone. */
export type BitbucketPermission = 'read' | 'write' | 'create-repo' | 'admin';

/** All kinds that Atlassian's description knows. */
export const restrictionKinds = [
  'push',
  'delete',
  'force',
  'restrict_merges',
  'require_tasks_to_be_completed',
  'require_approvals_to_merge',
  'require_review_group_approvals_to_merge',
  'require_default_reviewer_approvals_to_merge',
  'require_no_changes_requested',
  'require_passing_builds_to_merge',
  'require_commits_behind',
  'require_all_comments_resolved',
  'require_all_dependencies_merged',
  'reset_pullrequest_approvals_on_change',
  'reset_pullrequest_changes_requested_on_change',
  'smart_reset_pullrequest_approvals',
  'enforce_merge_checks',
  'allow_auto_merge_when_builds_pass',
] as const;

export type RestrictionKind = (typeof restrictionKinds)[number];

export const branchTypes = [
  'development',
  'production',
  'feature',
  'bugfix',
  'release',
  'hotfix',
] as const;

export type BranchType = (typeof branchTypes)[number];

export interface BranchRestriction {
  readonly id: number;
  readonly kind: RestrictionKind;
  /** `pattern` of a glob; a type of the branching model has none. */
  readonly match: { readonly pattern: string } | { readonly branchType: BranchType };
  /** Of kinds that count something. */
  readonly value: number | null;
  /** Exceptions; for `push` and `restrict_merges` alone. */
  readonly users: readonly BitbucketPerson[];
  readonly groups: readonly BitbucketGroup[];
}

export interface BranchingModel {
  /** The branch's name; `null`: the main branch. */
  readonly development: string | null;
  /** `false`: there is none. */
  readonly production: string | null | false;
  readonly types: readonly {
    readonly kind: 'feature' | 'bugfix' | 'release' | 'hotfix';
    readonly prefix: string;
    readonly enabled: boolean;
  }[];
}

export interface BitbucketWebhook {
  readonly uuid: string;
  readonly url: string;
  readonly description: string;
  readonly active: boolean;
  readonly events: readonly string[];
  readonly skipsCertificateCheck: boolean;
  /** The host keeps it, and shows it to nobody. */
  readonly hasSecret: boolean;
}

export interface BitbucketAccessKey {
  readonly id: number;
  /** `ssh-ed25519 AAAA…`, without the comment. */
  readonly key: string;
  readonly label: string;
  readonly comment: string;
}

export interface BitbucketBuildStatus {
  readonly key: string;
  readonly name: string;
  readonly state: 'SUCCESSFUL' | 'FAILED' | 'INPROGRESS' | 'STOPPED';
  readonly branch: string | null;
}

type MergeStrategy =
  | 'merge_commit'
  | 'squash'
  | 'fast_forward'
  | 'squash_fast_forward'
  | 'rebase_fast_forward'
  | 'rebase_merge';

/** Describes what projects and repositories have alike. */
export interface PlaceSettings {
  /** `null`: the one above holds, in the end the host's own. */
  branchingModel: BranchingModel | null;
  readonly defaultReviewers: BitbucketPerson[];
  readonly users: Map<BitbucketPerson, BitbucketPermission>;
  readonly groups: Map<BitbucketGroup, BitbucketPermission>;
  readonly keys: BitbucketAccessKey[];
}

export interface RepositorySettings extends PlaceSettings {
  readonly restrictions: BranchRestriction[];
  readonly hooks: BitbucketWebhook[];
  mergeStrategies: readonly MergeStrategy[];
  defaultMergeStrategy: MergeStrategy;
  /** By the full hash of a commit. */
  readonly statuses: Map<string, BitbucketBuildStatus[]>;
}
